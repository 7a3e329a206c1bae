-- What happened on the site, without who it was; kept 90 days.
CREATE TABLE insight_events (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  url TEXT NOT NULL,
  program_id TEXT REFERENCES programs (id),
  props TEXT NOT NULL,
  created INTEGER NOT NULL,
  CONSTRAINT insight_type CHECK (type IN ('login', 'sign_up')),
  CONSTRAINT insight_props CHECK (json_valid(props))
) STRICT;
CREATE INDEX insight_events_by_age ON insight_events (created);
