-- The published start of an event before its latest change. NULL: the start never changed, or changed back.
ALTER TABLE events ADD COLUMN previous_starts_at INTEGER;
