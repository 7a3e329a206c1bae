-- What an undo gives back: the address with the state it had, under the key that finds it.
ALTER TABLE email_changes ADD COLUMN old_email_key TEXT;
ALTER TABLE email_changes ADD COLUMN old_is_verified INTEGER NOT NULL DEFAULT 0 CHECK (old_is_verified IN (0, 1));
UPDATE email_changes SET
  old_email_key = lower(old_email),
  old_is_verified = (SELECT max(users.is_email_verified, users.email <> email_changes.old_email) FROM users WHERE users.id = email_changes.user_id);
CREATE INDEX email_changes_by_old_key ON email_changes (old_email_key, expires_at) WHERE undone_at IS NULL AND old_is_verified = 1;

-- While a verified address can still be restored to its account, no other account takes it.
CREATE TRIGGER email_reserved_for_sign_up BEFORE INSERT ON users
WHEN EXISTS (
  SELECT 1 FROM email_changes WHERE old_email_key = NEW.email_key AND undone_at IS NULL AND old_is_verified = 1
    AND expires_at >= NEW.created AND user_id <> NEW.id
)
BEGIN SELECT RAISE(ABORT, 'email_reserved'); END;

CREATE TRIGGER email_reserved_for_change BEFORE UPDATE OF email_key ON users
WHEN NEW.email_key <> OLD.email_key AND EXISTS (
  SELECT 1 FROM email_changes WHERE old_email_key = NEW.email_key AND undone_at IS NULL AND old_is_verified = 1
    AND expires_at >= NEW.updated AND user_id <> NEW.id
)
BEGIN SELECT RAISE(ABORT, 'email_reserved'); END;
