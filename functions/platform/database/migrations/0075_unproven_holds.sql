-- Places that were taken by an account whose email was not confirmed and that had never paid, each with a keyed mark of the
-- network they were taken from.
CREATE TABLE unproven_holds (
  registration_id TEXT PRIMARY KEY,
  network TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX unproven_holds_by_network ON unproven_holds (network);
CREATE INDEX unproven_holds_by_age ON unproven_holds (created);
