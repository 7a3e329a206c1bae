-- A browser is known only by a mark that is not older than this.
ALTER TABLE users ADD COLUMN devices_known_since INTEGER NOT NULL DEFAULT 0;
-- When the calendar addresses of the account were last replaced.
ALTER TABLE users ADD COLUMN calendars_turned_at INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER calendars_turned AFTER UPDATE OF calendars_turned_at ON users WHEN NEW.calendars_turned_at <> OLD.calendars_turned_at
BEGIN
  UPDATE customers SET calendar_version = calendar_version + 1 WHERE user_id = NEW.id;
  UPDATE orders SET calendar_version = calendar_version + 1 WHERE customer_id = (SELECT c.id FROM customers AS c WHERE c.user_id = NEW.id);
END;
-- A client may have kept the addresses that it read.
CREATE TRIGGER client_session_ended AFTER UPDATE OF ended_at ON sessions WHEN NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL AND NEW.client_id IS NOT NULL
BEGIN
  UPDATE users SET calendars_turned_at = NEW.ended_at WHERE id = NEW.user_id;
END;
