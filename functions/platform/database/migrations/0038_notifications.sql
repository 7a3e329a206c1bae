-- What a user is notified of, in their list on the site: ids and amounts; the words are made when it is read.
CREATE TABLE notifications (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- NULL: about the account, shown in every program.
  program_id TEXT REFERENCES programs (id),
  reason TEXT NOT NULL,
  outcome TEXT,
  order_id TEXT,
  registration_id TEXT,
  event_id TEXT,
  amount INTEGER,
  currency TEXT,
  dedupe TEXT NOT NULL,
  created INTEGER NOT NULL,
  read_at INTEGER,
  archived_at INTEGER,
  CONSTRAINT notification_once UNIQUE (dedupe)
) STRICT;
CREATE INDEX notifications_by_user ON notifications (user_id, created);
