-- Links that set a new password. The address in the mail is signed, so that this table alone opens nothing.
CREATE TABLE recoveries (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  email TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  opened_at INTEGER,
  used_at INTEGER,
  superseded_at INTEGER,
  CONSTRAINT recovery_ends_once CHECK (used_at IS NULL OR superseded_at IS NULL)
) STRICT;
CREATE INDEX recoveries_by_user ON recoveries (user_id, created);
CREATE INDEX recoveries_by_age ON recoveries (created);
