-- A mail to many: news to a program's readers, or word to the people of an event.
CREATE TABLE campaigns (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  kind TEXT NOT NULL CONSTRAINT campaign_kind CHECK (kind IN ('newsletter', 'announcement')),
  audience TEXT NOT NULL CONSTRAINT campaign_audience CHECK (audience IN ('subscribers', 'event')),
  event_id TEXT REFERENCES events (id),
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL CONSTRAINT campaign_status CHECK (status IN ('draft', 'scheduled', 'queued', 'sent', 'cancelled')),
  step INTEGER NOT NULL DEFAULT 0,
  send_at INTEGER,
  queued_at INTEGER,
  sent_at INTEGER,
  cancelled_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT campaign_event CHECK ((event_id IS NOT NULL) = (audience = 'event'))
) STRICT;
CREATE INDEX campaigns_by_program ON campaigns (program_id, created, id);
CREATE INDEX campaigns_by_status ON campaigns (status, send_at);

-- Who gets a campaign, written once when it is queued, and what became of each mail.
CREATE TABLE campaign_recipients (
  campaign_id TEXT NOT NULL REFERENCES campaigns (id),
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  outcome TEXT,
  settled_at INTEGER,
  PRIMARY KEY (campaign_id, customer_profile_id),
  CONSTRAINT campaign_outcome CHECK (outcome IN ('sent', 'unsubscribed', 'suppressed', 'turned_off', 'undeliverable', 'failed'))
) STRICT, WITHOUT ROWID;
CREATE INDEX campaign_recipients_waiting ON campaign_recipients (campaign_id) WHERE outcome IS NULL;
