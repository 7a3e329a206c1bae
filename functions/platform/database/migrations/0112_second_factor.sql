-- When a session proved a second factor, by a passkey or a code of a mail, and whether its machine is shared.
ALTER TABLE sessions ADD COLUMN confirmed_at INTEGER;
ALTER TABLE sessions ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0 CONSTRAINT session_shared CHECK (is_shared IN (0, 1));

-- Browsers in which an account proved a second factor.
CREATE TABLE confirmed_devices (
  user_id TEXT NOT NULL REFERENCES users (id),
  device_id TEXT NOT NULL,
  confirmed_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, device_id)
) STRICT;
CREATE INDEX confirmed_devices_by_age ON confirmed_devices (confirmed_at);
