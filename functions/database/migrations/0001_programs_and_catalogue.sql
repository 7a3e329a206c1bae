-- Guard: a statement that must have changed exactly what was meant, or the whole batch fails (reliability.md §4.2).
CREATE VIEW guard AS SELECT 0 AS ok, '' AS why;
CREATE TRIGGER guard_holds INSTEAD OF INSERT ON guard WHEN NEW.ok IS NOT 1
BEGIN SELECT RAISE(ABORT, 'guard_failed:' || NEW.why); END;

CREATE TABLE programs (
  id TEXT PRIMARY KEY CONSTRAINT program_slug CHECK (length(id) BETWEEN 2 AND 63),
  name TEXT NOT NULL,
  summary TEXT,
  types TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(types)),
  picture_url TEXT,
  website TEXT,
  email TEXT,
  phone TEXT,
  address TEXT CHECK (address IS NULL OR json_valid(address)),
  featured INTEGER NOT NULL DEFAULT 0 CHECK (featured IN (0, 1)),
  is_verified INTEGER NOT NULL DEFAULT 0 CHECK (is_verified IN (0, 1)),
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  language TEXT NOT NULL DEFAULT 'en',
  languages TEXT NOT NULL DEFAULT '["en"]' CHECK (json_valid(languages)),
  default_currency TEXT NOT NULL,
  country TEXT NOT NULL,
  timezone TEXT NOT NULL,
  meta_pixel_id TEXT,
  gtm_id TEXT,
  features TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(features)),
  preferences TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(preferences)),
  selling TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(selling)),
  colours TEXT CHECK (colours IS NULL OR json_valid(colours)),
  billing_status TEXT NOT NULL DEFAULT 'active' CHECK (billing_status IN ('trialing', 'active', 'past_due', 'unpaid', 'cancelled')),
  source TEXT,
  first_applied_on TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

CREATE TABLE venues (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  address TEXT NOT NULL CHECK (json_valid(address)),
  city TEXT,
  region TEXT,
  country TEXT,
  timezone TEXT NOT NULL,
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  UNIQUE (program_id, key)
) STRICT;

CREATE TABLE pools (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  spots_total INTEGER NOT NULL CHECK (spots_total >= 0),
  spots_taken INTEGER NOT NULL DEFAULT 0,
  UNIQUE (program_id, key),
  CONSTRAINT sold_out CHECK (spots_taken BETWEEN 0 AND spots_total)
) STRICT;

CREATE TABLE waivers (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  UNIQUE (program_id, key)
) STRICT;

CREATE TABLE waiver_versions (
  waiver_id TEXT NOT NULL REFERENCES waivers (id),
  version INTEGER NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (waiver_id, version)
) STRICT;

CREATE TABLE questions (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  title TEXT NOT NULL,
  type TEXT NOT NULL,
  help TEXT,
  required INTEGER NOT NULL DEFAULT 0 CHECK (required IN (0, 1)),
  max_length INTEGER,
  minimum REAL,
  maximum REAL,
  choices TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(choices)),
  show_if TEXT CHECK (show_if IS NULL OR json_valid(show_if)),
  UNIQUE (program_id, key)
) STRICT;

CREATE TABLE events (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('camp', 'class', 'event', 'clinic', 'competition', 'party', 'online', 'other')),
  name TEXT NOT NULL,
  summary TEXT,
  description TEXT,
  terms TEXT,
  status TEXT NOT NULL CONSTRAINT event_status CHECK (status IN ('draft', 'published', 'unpublished', 'cancelled', 'archived')),
  step INTEGER NOT NULL DEFAULT 0,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  timezone TEXT NOT NULL,
  currency TEXT NOT NULL,
  is_series INTEGER NOT NULL DEFAULT 0 CHECK (is_series IN (0, 1)),
  series_dates TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(series_dates)),
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  picture_url TEXT,
  picture_text TEXT,
  online_event INTEGER NOT NULL DEFAULT 0 CHECK (online_event IN (0, 1)),
  online_event_url TEXT,
  restrict_to_package_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(restrict_to_package_ids)),
  preregistration_enabled INTEGER NOT NULL DEFAULT 0 CHECK (preregistration_enabled IN (0, 1)),
  external_registration_url TEXT,
  waitlist INTEGER NOT NULL DEFAULT 0 CHECK (waitlist IN (0, 1)),
  waiver_id TEXT REFERENCES waivers (id),
  waiver_may_wait INTEGER NOT NULL DEFAULT 0 CHECK (waiver_may_wait IN (0, 1)),
  refund TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(refund)),
  published INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT event_ends_after_start CHECK (ends_at > starts_at)
) STRICT;
CREATE INDEX events_by_program_start ON events (program_id, status, starts_at, id);
CREATE INDEX events_by_start ON events (status, starts_at, id);

CREATE TABLE event_venues (
  event_id TEXT NOT NULL REFERENCES events (id),
  venue_id TEXT NOT NULL REFERENCES venues (id),
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, venue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_venues_by_venue ON event_venues (venue_id, event_id);

CREATE TABLE event_tags (
  event_id TEXT NOT NULL REFERENCES events (id),
  tag TEXT NOT NULL,
  PRIMARY KEY (event_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_tags_by_tag ON event_tags (tag, event_id);

CREATE TABLE event_questions (
  event_id TEXT NOT NULL REFERENCES events (id),
  question_id TEXT NOT NULL REFERENCES questions (id),
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, question_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_options (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL REFERENCES events (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  description TEXT,
  free INTEGER NOT NULL DEFAULT 0 CHECK (free IN (0, 1)),
  cost INTEGER NOT NULL CONSTRAINT option_cost CHECK (cost BETWEEN 0 AND 99999999),
  gender TEXT,
  minimum_age INTEGER CHECK (minimum_age BETWEEN 0 AND 125),
  maximum_age INTEGER CHECK (maximum_age BETWEEN 0 AND 125),
  spots_total INTEGER NOT NULL DEFAULT 2147483647 CHECK (spots_total >= 0),
  spots_taken INTEGER NOT NULL DEFAULT 0,
  sale_starts_at INTEGER,
  sale_ends_at INTEGER,
  is_closed INTEGER NOT NULL DEFAULT 0 CHECK (is_closed IN (0, 1)),
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  appointment_option_id TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (event_id, key),
  CONSTRAINT sold_out CHECK (spots_taken BETWEEN 0 AND spots_total),
  CONSTRAINT free_costs_nothing CHECK (free = 0 OR cost = 0)
) STRICT;
CREATE INDEX event_options_by_event ON event_options (event_id, position);

CREATE TABLE option_pools (
  option_id TEXT NOT NULL REFERENCES event_options (id),
  pool_id TEXT NOT NULL REFERENCES pools (id),
  PRIMARY KEY (option_id, pool_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX option_pools_by_pool ON option_pools (pool_id, option_id);

CREATE VIRTUAL TABLE events_text USING fts5 (name, summary, description, tags, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER events_text_added AFTER INSERT ON events
BEGIN INSERT INTO events_text (rowid, name, summary, description, tags) VALUES (NEW.rowid, NEW.name, NEW.summary, NEW.description, NEW.tags); END;
CREATE TRIGGER events_text_changed AFTER UPDATE OF name, summary, description, tags ON events
BEGIN
  DELETE FROM events_text WHERE rowid = OLD.rowid;
  INSERT INTO events_text (rowid, name, summary, description, tags) VALUES (NEW.rowid, NEW.name, NEW.summary, NEW.description, NEW.tags);
END;
CREATE TRIGGER events_text_removed AFTER DELETE ON events
BEGIN DELETE FROM events_text WHERE rowid = OLD.rowid; END;

CREATE TABLE coupons (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  name TEXT,
  code TEXT,
  code_key TEXT,
  type TEXT NOT NULL CHECK (type IN ('amount_off', 'percent_off')),
  amount_off INTEGER CHECK (amount_off BETWEEN 1 AND 99999999),
  percent_off INTEGER CHECK (percent_off BETWEEN 1 AND 10000),
  currency TEXT,
  redeem_after INTEGER,
  redeem_before INTEGER,
  first_time_transaction INTEGER NOT NULL DEFAULT 0 CHECK (first_time_transaction IN (0, 1)),
  minimum_items INTEGER,
  minimum_amount INTEGER,
  max_redemptions INTEGER,
  limit_customer INTEGER,
  membership_packages TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(membership_packages)),
  applies_to TEXT NOT NULL DEFAULT '{"products":[],"product_types":[]}' CHECK (json_valid(applies_to)),
  apply_automatically INTEGER NOT NULL DEFAULT 0 CHECK (apply_automatically IN (0, 1)),
  is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
  times_redeemed_before INTEGER NOT NULL DEFAULT 0,
  times_redeemed INTEGER NOT NULL DEFAULT 0,
  language TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT coupon_value CHECK ((type = 'amount_off') = (amount_off IS NOT NULL) AND (type = 'percent_off') = (percent_off IS NOT NULL)),
  CONSTRAINT coupon_max_redemptions CHECK (times_redeemed >= 0 AND (max_redemptions IS NULL OR times_redeemed <= max_redemptions))
) STRICT;
CREATE UNIQUE INDEX coupons_by_code ON coupons (program_id, code_key) WHERE code_key IS NOT NULL;
CREATE INDEX coupons_automatic ON coupons (program_id) WHERE apply_automatically = 1;
