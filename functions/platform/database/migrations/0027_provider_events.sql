-- What card providers have reported, each event once; `provider_ref` is their id of what it is about, `our_ref` ours.
CREATE TABLE provider_events (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  kind TEXT NOT NULL,
  provider_ref TEXT NOT NULL,
  our_ref TEXT,
  account TEXT,
  created INTEGER NOT NULL,
  received INTEGER NOT NULL
) STRICT;
CREATE INDEX provider_events_by_received ON provider_events (received);
