-- Addresses that mail does not reach (bounced), and those whose reader called a mail spam (complained).
CREATE TABLE mail_suppressions (
  email_key TEXT NOT NULL,
  reason TEXT NOT NULL,
  code TEXT NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (email_key, reason),
  CONSTRAINT mail_suppression_reason CHECK (reason IN ('bounced', 'complained'))
) STRICT;

-- An account shows that mail does not reach it; the triggers keep it, whatever becomes of the address.
ALTER TABLE users ADD COLUMN email_bounced_at INTEGER;
CREATE TRIGGER mail_bounced AFTER INSERT ON mail_suppressions WHEN NEW.reason = 'bounced'
BEGIN
  UPDATE users SET email_bounced_at = NEW.created WHERE email_key = NEW.email_key;
END;
CREATE TRIGGER mail_reaches_again AFTER DELETE ON mail_suppressions WHEN OLD.reason = 'bounced'
BEGIN
  UPDATE users SET email_bounced_at = NULL WHERE email_key = OLD.email_key;
END;
CREATE TRIGGER users_email_moved AFTER UPDATE OF email_key ON users WHEN NEW.email_key <> OLD.email_key
BEGIN
  UPDATE users SET email_bounced_at = (SELECT s.created FROM mail_suppressions AS s WHERE s.email_key = NEW.email_key AND s.reason = 'bounced') WHERE id = NEW.id;
END;
CREATE TRIGGER users_email_bounced_before AFTER INSERT ON users WHEN EXISTS (SELECT 1 FROM mail_suppressions AS s WHERE s.email_key = NEW.email_key AND s.reason = 'bounced')
BEGIN
  UPDATE users SET email_bounced_at = (SELECT s.created FROM mail_suppressions AS s WHERE s.email_key = NEW.email_key AND s.reason = 'bounced') WHERE id = NEW.id;
END;
