-- What a user chose for a reason to be notified; NULL follows the default. `notifications_enabled` off leaves only what is always sent.
CREATE TABLE notification_settings (
  user_id TEXT NOT NULL REFERENCES users (id),
  reason TEXT NOT NULL,
  email INTEGER,
  push INTEGER,
  updated INTEGER NOT NULL,
  PRIMARY KEY (user_id, reason),
  CONSTRAINT notification_setting_email CHECK (email IN (0, 1)),
  CONSTRAINT notification_setting_push CHECK (push IN (0, 1))
) STRICT;
ALTER TABLE users ADD COLUMN notifications_enabled INTEGER NOT NULL DEFAULT 1;

-- Saying yes to a program's news takes an earlier no to all news back.
CREATE TRIGGER news_wanted_again AFTER UPDATE OF is_subscribed ON customer_profiles WHEN NEW.is_subscribed = 1 AND OLD.is_subscribed = 0
BEGIN
  UPDATE notification_settings SET email = NULL, updated = NEW.updated
  WHERE user_id = (SELECT c.user_id FROM customers AS c WHERE c.id = NEW.customer_id) AND reason IN ('newsletter', 'promotion') AND email = 0;
END;
CREATE TRIGGER news_wanted_at_first AFTER INSERT ON customer_profiles WHEN NEW.is_subscribed = 1
BEGIN
  UPDATE notification_settings SET email = NULL, updated = NEW.updated
  WHERE user_id = (SELECT c.user_id FROM customers AS c WHERE c.id = NEW.customer_id) AND reason IN ('newsletter', 'promotion') AND email = 0;
END;
