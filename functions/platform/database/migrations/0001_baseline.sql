-- Over 250 lines: the whole schema in one reviewed file, a heading a subject. From here on a migration only adds.

-- ## What keeps a batch honest

-- A statement that must have changed exactly one row is followed by an insert here, which fails the whole batch otherwise.
CREATE VIEW guard AS SELECT 0 AS ok, '' AS why;
CREATE TRIGGER guard_holds INSTEAD OF INSERT ON guard WHEN NEW.ok IS NOT 1
BEGIN SELECT RAISE(ABORT, 'guard_failed:' || NEW.why); END;

-- ## Programs

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

CREATE INDEX programs_listed ON programs (billing_status, name, id);

CREATE VIRTUAL TABLE programs_text USING fts5 (name, summary, tags, place, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER programs_text_added AFTER INSERT ON programs
BEGIN
  INSERT INTO programs_text (rowid, name, summary, tags, place)
  VALUES (NEW.rowid, NEW.name, NEW.summary, NEW.tags, concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
CREATE TRIGGER programs_text_changed AFTER UPDATE OF name, summary, tags, address ON programs
BEGIN
  DELETE FROM programs_text WHERE rowid = OLD.rowid;
  INSERT INTO programs_text (rowid, name, summary, tags, place)
  VALUES (NEW.rowid, NEW.name, NEW.summary, NEW.tags, concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
CREATE TRIGGER programs_text_removed AFTER DELETE ON programs
BEGIN DELETE FROM programs_text WHERE rowid = OLD.rowid; END;

-- ## Venues

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

CREATE INDEX venues_by_name ON venues (is_removed, name, id);
CREATE INDEX venues_by_city ON venues (is_removed, city, region, country, id);

CREATE VIRTUAL TABLE venues_text USING fts5 (name, place, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER venues_text_added AFTER INSERT ON venues
BEGIN
  INSERT INTO venues_text (rowid, name, place)
  VALUES (NEW.rowid, NEW.name, concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.address_line_1', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
CREATE TRIGGER venues_text_changed AFTER UPDATE OF name, address ON venues
BEGIN
  DELETE FROM venues_text WHERE rowid = OLD.rowid;
  INSERT INTO venues_text (rowid, name, place)
  VALUES (NEW.rowid, NEW.name, concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.address_line_1', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
CREATE TRIGGER venues_text_removed AFTER DELETE ON venues
BEGIN DELETE FROM venues_text WHERE rowid = OLD.rowid; END;

-- ## Waivers and questions

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

-- ## Events

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
  cancel_text TEXT,
  published INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT event_ends_after_start CHECK (ends_at > starts_at)
) STRICT;
CREATE INDEX events_by_program_start ON events (program_id, status, starts_at, id);
CREATE INDEX events_by_program_name ON events (program_id, status, name, id);
CREATE INDEX events_by_program_created ON events (program_id, status, created, id);
CREATE INDEX events_by_start ON events (status, starts_at, id);
CREATE INDEX events_by_name ON events (status, name, id);
CREATE INDEX events_by_created ON events (status, created, id);

CREATE INDEX events_by_waiver ON events (waiver_id);

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
CREATE INDEX event_questions_by_question ON event_questions (question_id);

-- ## Options of events, and the pools whose places several options share

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

CREATE TABLE pools (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  spots_total INTEGER NOT NULL CHECK (spots_total >= 0),
  spots_taken INTEGER NOT NULL DEFAULT 0,
  UNIQUE (program_id, key),
  CONSTRAINT sold_out CHECK (spots_taken BETWEEN 0 AND spots_total)
) STRICT;

CREATE TABLE option_pools (
  option_id TEXT NOT NULL REFERENCES event_options (id),
  pool_id TEXT NOT NULL REFERENCES pools (id),
  PRIMARY KEY (option_id, pool_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX option_pools_by_pool ON option_pools (pool_id, option_id);
CREATE TRIGGER pool_joined AFTER INSERT ON option_pools
BEGIN
  UPDATE pools SET spots_taken = spots_taken + (SELECT spots_taken FROM event_options WHERE id = NEW.option_id) WHERE id = NEW.pool_id;
END;
CREATE TRIGGER pool_left AFTER DELETE ON option_pools
BEGIN
  UPDATE pools SET spots_taken = spots_taken - (SELECT spots_taken FROM event_options WHERE id = OLD.option_id) WHERE id = OLD.pool_id;
END;

-- ## Packages: visits in a bundle, and memberships that are paid by the period

CREATE TABLE session_packages (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  cost INTEGER NOT NULL CONSTRAINT session_package_cost CHECK (cost BETWEEN 1 AND 99999999),
  include_fee INTEGER CHECK (include_fee IN (0, 1)),
  allocated_amount INTEGER CHECK (allocated_amount >= 1),
  is_unlimited INTEGER NOT NULL DEFAULT 0 CHECK (is_unlimited IN (0, 1)),
  expiry_amount INTEGER CHECK (expiry_amount >= 1),
  expiry_period TEXT CHECK (expiry_period IN ('day', 'week', 'month', 'year')),
  is_discontinued INTEGER NOT NULL DEFAULT 0 CHECK (is_discontinued IN (0, 1)),
  terms TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT session_package_credits CHECK ((allocated_amount IS NULL) = (is_unlimited = 1)),
  CONSTRAINT session_package_expiry CHECK ((expiry_amount IS NULL) = (expiry_period IS NULL))
) STRICT;
CREATE INDEX session_packages_on_offer ON session_packages (program_id, is_discontinued, cost, name, id);

CREATE TABLE membership_packages (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  billing_period TEXT NOT NULL CHECK (billing_period IN ('week', 'month', 'quarter', 'year', 'once')),
  cost INTEGER NOT NULL CONSTRAINT membership_package_cost CHECK (cost BETWEEN 1 AND 99999999),
  include_fee INTEGER CHECK (include_fee IN (0, 1)),
  allocated_amount INTEGER CHECK (allocated_amount >= 1),
  allocated_period TEXT CHECK (allocated_period IN ('billing_period', 'week', 'month', 'year', 'total')),
  is_unlimited INTEGER NOT NULL DEFAULT 0 CHECK (is_unlimited IN (0, 1)),
  allocate_credits_on_period INTEGER NOT NULL DEFAULT 0 CHECK (allocate_credits_on_period IN (0, 1)),
  expiry_amount INTEGER CHECK (expiry_amount >= 1),
  expiry_period TEXT CHECK (expiry_period IN ('day', 'week', 'month', 'year')),
  is_discontinued INTEGER NOT NULL DEFAULT 0 CHECK (is_discontinued IN (0, 1)),
  terms TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT membership_package_credits CHECK ((allocated_amount IS NULL) = (allocated_period IS NULL) AND (is_unlimited = 0 OR allocated_amount IS NULL)),
  CONSTRAINT membership_package_expiry CHECK ((expiry_amount IS NULL) = (expiry_period IS NULL))
) STRICT;
CREATE INDEX membership_packages_on_offer ON membership_packages (program_id, is_discontinued, cost, name, id);

-- Which events a package opens: the reverse of each event's list, kept by triggers.
CREATE TABLE event_packages (
  package_id TEXT NOT NULL,
  event_id TEXT NOT NULL REFERENCES events (id),
  PRIMARY KEY (package_id, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_packages_by_event ON event_packages (event_id, package_id);
CREATE TRIGGER event_packages_added AFTER INSERT ON events WHEN NEW.restrict_to_package_ids <> '[]'
BEGIN INSERT INTO event_packages (package_id, event_id) SELECT DISTINCT value, NEW.id FROM json_each(NEW.restrict_to_package_ids); END;
CREATE TRIGGER event_packages_changed AFTER UPDATE OF restrict_to_package_ids ON events WHEN NEW.restrict_to_package_ids IS NOT OLD.restrict_to_package_ids
BEGIN
  DELETE FROM event_packages WHERE event_id = NEW.id;
  INSERT INTO event_packages (package_id, event_id) SELECT DISTINCT value, NEW.id FROM json_each(NEW.restrict_to_package_ids);
END;
CREATE TRIGGER event_packages_removed BEFORE DELETE ON events
BEGIN DELETE FROM event_packages WHERE event_id = OLD.id; END;

-- ## Appointments: a type with its opening hours, and its options with their lengths

CREATE TABLE appointment_types (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  summary TEXT,
  description TEXT,
  terms TEXT,
  status TEXT NOT NULL CONSTRAINT appointment_type_status CHECK (status IN ('draft', 'published', 'unpublished', 'archived')),
  step INTEGER NOT NULL DEFAULT 0,
  currency TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  picture_url TEXT,
  picture_text TEXT,
  is_online_event INTEGER NOT NULL DEFAULT 0 CHECK (is_online_event IN (0, 1)),
  online_event_url TEXT,
  is_preregistration_enabled INTEGER NOT NULL DEFAULT 0 CHECK (is_preregistration_enabled IN (0, 1)),
  period_type TEXT NOT NULL CONSTRAINT appointment_period_type CHECK (period_type IN ('unlimited', 'rolling', 'rolling_window', 'range')),
  max_booking_time INTEGER CHECK (max_booking_time BETWEEN 1 AND 730),
  period_starts_on TEXT,
  period_ends_on TEXT,
  opening_hours TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(opening_hours)),
  interval_minutes INTEGER NOT NULL CHECK (interval_minutes BETWEEN 5 AND 1440),
  buffer_minutes INTEGER NOT NULL CHECK (buffer_minutes BETWEEN 0 AND 480),
  spots_total INTEGER NOT NULL CHECK (spots_total BETWEEN 1 AND 1000),
  book_until TEXT,
  refund TEXT CHECK (refund IS NULL OR json_valid(refund)),
  published INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT appointment_period CHECK (
    (period_type IN ('rolling', 'rolling_window')) = (max_booking_time IS NOT NULL)
    AND (period_type = 'range') = (period_starts_on IS NOT NULL AND period_ends_on IS NOT NULL)
    AND (period_type = 'range' OR (period_starts_on IS NULL AND period_ends_on IS NULL))
  )
) STRICT;
CREATE INDEX appointment_types_by_status ON appointment_types (status, program_id, position);

CREATE TABLE appointment_type_venues (
  appointment_type_id TEXT NOT NULL REFERENCES appointment_types (id),
  venue_id TEXT NOT NULL REFERENCES venues (id),
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (appointment_type_id, venue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX appointment_type_venues_by_venue ON appointment_type_venues (venue_id);

CREATE TABLE appointment_options (
  id TEXT PRIMARY KEY,
  appointment_type_id TEXT NOT NULL REFERENCES appointment_types (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  free INTEGER NOT NULL DEFAULT 0 CHECK (free IN (0, 1)),
  cost INTEGER NOT NULL CONSTRAINT appointment_option_cost CHECK (cost BETWEEN 0 AND 99999999),
  duration INTEGER NOT NULL CHECK (duration BETWEEN 5 AND 1440),
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (appointment_type_id, key),
  CONSTRAINT appointment_free_costs_nothing CHECK (free = 0 OR cost = 0)
) STRICT;

-- ## Files that belong to an event or to an appointment type

CREATE TABLE attachments (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  event_id TEXT REFERENCES events (id),
  appointment_type_id TEXT,
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER CHECK (size IS NULL OR size >= 0),
  UNIQUE (event_id, key),
  UNIQUE (appointment_type_id, key),
  CONSTRAINT attachment_of_one CHECK ((event_id IS NULL) <> (appointment_type_id IS NULL))
) STRICT;
CREATE INDEX attachments_by_program ON attachments (program_id);

-- ## Store: categories in a tree, products, their variations, and the products shown next to an event

CREATE TABLE product_categories (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  parent_id TEXT REFERENCES product_categories (id),
  UNIQUE (program_id, key),
  CONSTRAINT category_parent CHECK (parent_id IS NULL OR parent_id <> id)
) STRICT;
CREATE INDEX product_categories_by_program ON product_categories (program_id, position, id);
CREATE INDEX product_categories_by_parent ON product_categories (parent_id);

CREATE TABLE products (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  type TEXT NOT NULL CONSTRAINT product_type CHECK (type IN ('merchandise', 'rental', 'meal', 'service', 'other')),
  name TEXT NOT NULL,
  description TEXT,
  picture_url TEXT,
  category_id TEXT REFERENCES product_categories (id),
  sale_starts_at INTEGER,
  sale_ends_at INTEGER,
  is_closed INTEGER NOT NULL DEFAULT 0 CHECK (is_closed IN (0, 1)),
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT product_sale_ends_after_start CHECK (sale_starts_at IS NULL OR sale_ends_at IS NULL OR sale_ends_at > sale_starts_at)
) STRICT;
CREATE INDEX products_by_program ON products (program_id, is_removed, position, id);
CREATE INDEX products_by_category ON products (category_id);

CREATE VIRTUAL TABLE products_text USING fts5 (name, description, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER products_text_added AFTER INSERT ON products
BEGIN INSERT INTO products_text (rowid, name, description) VALUES (NEW.rowid, NEW.name, NEW.description); END;
CREATE TRIGGER products_text_changed AFTER UPDATE OF name, description ON products
BEGIN
  DELETE FROM products_text WHERE rowid = OLD.rowid;
  INSERT INTO products_text (rowid, name, description) VALUES (NEW.rowid, NEW.name, NEW.description);
END;
CREATE TRIGGER products_text_removed AFTER DELETE ON products
BEGIN DELETE FROM products_text WHERE rowid = OLD.rowid; END;

CREATE TABLE product_variations (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES products (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  confirm_text TEXT,
  cost INTEGER NOT NULL CONSTRAINT variation_cost CHECK (cost BETWEEN 0 AND 99999999),
  is_closed INTEGER NOT NULL DEFAULT 0 CHECK (is_closed IN (0, 1)),
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (product_id, key)
) STRICT;
CREATE INDEX product_variations_by_product ON product_variations (product_id, position, id);

CREATE TABLE event_products (
  event_id TEXT NOT NULL REFERENCES events (id),
  product_id TEXT NOT NULL REFERENCES products (id),
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_products_by_product ON event_products (product_id, event_id);

-- ## Coupons

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

-- ## Users and how they sign in

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  pending_email TEXT,
  phone TEXT,
  picture_url TEXT,
  password_hash TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  is_email_verified INTEGER NOT NULL DEFAULT 0 CHECK (is_email_verified IN (0, 1)),
  is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
  timezone TEXT NOT NULL,
  language TEXT NOT NULL DEFAULT 'en',
  last_login INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  created INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_because TEXT
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id, ended_at);

-- A refresh token is stored as its SHA-256 only; its successor is derived from it, so that a repeat within the grace period gets the same one.
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  successor_hash TEXT
) STRICT;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_end ON refresh_tokens (expires_at);

CREATE TABLE email_codes (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  email TEXT NOT NULL,
  code_sealed TEXT NOT NULL,
  program_id TEXT,
  goto TEXT,
  language TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER,
  CONSTRAINT code_attempts CHECK (attempts BETWEEN 0 AND 5)
) STRICT;
CREATE INDEX email_codes_by_user ON email_codes (user_id, created);
CREATE INDEX email_codes_by_age ON email_codes (created);

CREATE TABLE email_changes (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  old_email TEXT NOT NULL,
  new_email TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  undone_at INTEGER
) STRICT;
CREATE INDEX email_changes_by_user ON email_changes (user_id, created);

-- Exact limits per account or caller: n counts the attempts within one window.
CREATE TABLE attempts (
  scope TEXT NOT NULL,
  window_starts_at INTEGER NOT NULL,
  n INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (scope, window_starts_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_age ON attempts (window_starts_at);

-- ## Customers and attendees

CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id),
  addresses TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(addresses)),
  phones TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(phones)),
  timezone TEXT NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

CREATE TABLE customer_profiles (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  is_subscribed INTEGER NOT NULL DEFAULT 0 CHECK (is_subscribed IN (0, 1)),
  unsubscribed INTEGER,
  payment_provider_id TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (customer_id, program_id)
) STRICT;

-- health_card_number, medical_history and dietary_restrictions are sealed (AES-GCM, key id, attendee id as associated data).
CREATE TABLE attendees (
  id TEXT PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  picture_url TEXT,
  date_of_birth TEXT,
  gender TEXT,
  medical_history_sealed TEXT,
  dietary_restrictions_sealed TEXT,
  health_card_sealed TEXT,
  health_card_last4 TEXT,
  parent_name TEXT,
  emergency_contact_phone TEXT,
  emergency_contact_email TEXT,
  timezone TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

CREATE TABLE relations (
  customer_id TEXT NOT NULL REFERENCES customers (id),
  attendee_id TEXT NOT NULL REFERENCES attendees (id),
  relation TEXT NOT NULL,
  rights TEXT NOT NULL CHECK (json_valid(rights)),
  created INTEGER NOT NULL,
  PRIMARY KEY (customer_id, attendee_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX relations_by_attendee ON relations (attendee_id);
CREATE UNIQUE INDEX one_self ON relations (customer_id) WHERE relation = 'self';

CREATE TABLE attendee_profiles (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  attendee_id TEXT NOT NULL REFERENCES attendees (id),
  primary_contact_id TEXT REFERENCES customer_profiles (id),
  has_active_memberships INTEGER NOT NULL DEFAULT 0,
  num_registrations INTEGER NOT NULL DEFAULT 0 CHECK (num_registrations >= 0),
  first_attended INTEGER,
  last_attended INTEGER,
  average_feedback REAL,
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, attendee_id)
) STRICT;
CREATE INDEX attendee_profiles_by_attendee ON attendee_profiles (attendee_id);

CREATE TABLE health_reads (
  id INTEGER PRIMARY KEY,
  attendee_id TEXT NOT NULL REFERENCES attendees (id),
  customer_id TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX health_reads_by_attendee ON health_reads (attendee_id, at);

-- ## Orders

CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  status TEXT NOT NULL CONSTRAINT order_status CHECK (status IN ('draft', 'pending', 'requires_action', 'processing', 'paid', 'expired', 'cancelled')),
  step INTEGER NOT NULL DEFAULT 0,
  cancel_reason TEXT,
  receipt_number TEXT,
  currency TEXT NOT NULL,
  timezone TEXT NOT NULL,
  checkout_method TEXT CHECK (checkout_method IN ('card', 'offline', 'free')),
  use_account_balance INTEGER NOT NULL DEFAULT 0 CHECK (use_account_balance IN (0, 1)),
  quote_version INTEGER NOT NULL DEFAULT 1,
  amount_subtotal INTEGER NOT NULL DEFAULT 0,
  amount_discount INTEGER NOT NULL DEFAULT 0,
  amount_fee INTEGER NOT NULL DEFAULT 0,
  amount_tax INTEGER NOT NULL DEFAULT 0,
  amount_total INTEGER NOT NULL DEFAULT 0 CONSTRAINT order_amount CHECK (amount_total BETWEEN 0 AND 99999999),
  amount_paid INTEGER NOT NULL DEFAULT 0 CHECK (amount_paid >= 0),
  amount_refunding INTEGER NOT NULL DEFAULT 0 CHECK (amount_refunding >= 0),
  amount_returned INTEGER NOT NULL DEFAULT 0 CHECK (amount_returned >= 0),
  amount_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (amount_cancelled >= 0),
  tax_items TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tax_items)),
  starting_balance INTEGER NOT NULL DEFAULT 0,
  ending_balance INTEGER NOT NULL DEFAULT 0,
  hold_started_at INTEGER,
  hold_expires_at INTEGER,
  more_time_used INTEGER NOT NULL DEFAULT 0 CHECK (more_time_used IN (0, 1)),
  bank_time_used INTEGER NOT NULL DEFAULT 0 CHECK (bank_time_used IN (0, 1)),
  decline_time_used INTEGER NOT NULL DEFAULT 0 CHECK (decline_time_used IN (0, 1)),
  due_at INTEGER,
  paid_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT refunded_at_most_paid CHECK (amount_refunding <= amount_paid AND amount_returned <= amount_refunding),
  UNIQUE (program_id, receipt_number)
) STRICT;
CREATE INDEX orders_by_customer ON orders (customer_id, created);
CREATE INDEX orders_open ON orders (status, hold_expires_at) WHERE status IN ('draft', 'pending', 'requires_action', 'processing');

CREATE TABLE receipt_counters (
  program_id TEXT NOT NULL REFERENCES programs (id),
  year INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (program_id, year)
) STRICT, WITHOUT ROWID;

-- ## Registrations

-- A registration is a booking of an event's option or of an appointment's; what it shows is read through the view `bookings`.
CREATE TABLE registrations (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  kind TEXT NOT NULL DEFAULT 'event' CONSTRAINT booking_kind CHECK (kind IN ('event', 'appointment')),
  event_id TEXT REFERENCES events (id),
  option_id TEXT REFERENCES event_options (id),
  appointment_type_id TEXT REFERENCES appointment_types (id),
  appointment_option_id TEXT REFERENCES appointment_options (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  attendee_id TEXT NOT NULL REFERENCES attendees (id),
  attendee_profile_id TEXT NOT NULL REFERENCES attendee_profiles (id),
  order_id TEXT REFERENCES orders (id),
  status TEXT NOT NULL CONSTRAINT registration_status CHECK (status IN ('pending', 'confirmed', 'preregistered', 'waitlisted', 'offered', 'cancelled', 'late_cancelled', 'attended', 'no_show', 'expired')),
  step INTEGER NOT NULL DEFAULT 0,
  sequence INTEGER NOT NULL DEFAULT 0,
  held_since INTEGER,
  hold_expires_at INTEGER,
  form_response TEXT NOT NULL DEFAULT '{"landed_at":null,"submitted_at":null,"answers":[]}' CHECK (json_valid(form_response)),
  cancelled_at INTEGER,
  cancel_reason TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT booking_source CHECK (
    (event_id IS NOT NULL) = (kind = 'event') AND (option_id IS NOT NULL) = (kind = 'event')
    AND (appointment_type_id IS NOT NULL) = (kind = 'appointment') AND (appointment_option_id IS NOT NULL) = (kind = 'appointment')
  )
) STRICT;
CREATE INDEX registrations_by_customer ON registrations (customer_id, created);
CREATE INDEX registrations_by_order ON registrations (order_id);
CREATE INDEX registrations_by_attendee ON registrations (attendee_id, status);
CREATE INDEX registrations_by_event ON registrations (event_id, status);
CREATE INDEX registrations_by_appointment_type ON registrations (appointment_type_id, status) WHERE appointment_type_id IS NOT NULL;
CREATE INDEX registrations_by_appointment_option ON registrations (appointment_option_id) WHERE appointment_option_id IS NOT NULL;
CREATE INDEX registrations_held ON registrations (option_id, hold_expires_at) WHERE status = 'pending';
CREATE INDEX registrations_lapsing ON registrations (hold_expires_at) WHERE status = 'pending';

-- An attendee has at most one active registration in an option.
CREATE TRIGGER registration_once_added BEFORE INSERT ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered')
  AND EXISTS (SELECT 1 FROM registrations AS other WHERE other.attendee_id = NEW.attendee_id AND other.option_id = NEW.option_id
    AND other.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered'))
BEGIN SELECT RAISE(ABORT, 'already_registered'); END;
CREATE TRIGGER registration_once_changed BEFORE UPDATE OF status, option_id, attendee_id ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered')
  AND EXISTS (SELECT 1 FROM registrations AS other WHERE other.attendee_id = NEW.attendee_id AND other.option_id = NEW.option_id AND other.id <> NEW.id
    AND other.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered'))
BEGIN SELECT RAISE(ABORT, 'already_registered'); END;

-- A cancelled event gives no more places; the registrations it has are cancelled with it.
CREATE TRIGGER event_open_added BEFORE INSERT ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'waitlisted', 'preregistered')
  AND (SELECT status FROM events WHERE id = NEW.event_id) = 'cancelled'
BEGIN SELECT RAISE(ABORT, 'event_cancelled'); END;
CREATE TRIGGER event_open_changed BEFORE UPDATE OF status ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'waitlisted', 'preregistered')
  AND OLD.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered')
  AND (SELECT status FROM events WHERE id = NEW.event_id) = 'cancelled'
BEGIN SELECT RAISE(ABORT, 'event_cancelled'); END;
CREATE TRIGGER registrations_counted AFTER UPDATE OF status, attendee_profile_id ON registrations
WHEN OLD.status <> NEW.status OR OLD.attendee_profile_id <> NEW.attendee_profile_id
BEGIN
  UPDATE attendee_profiles SET num_registrations = num_registrations - 1 WHERE id = OLD.attendee_profile_id AND OLD.status IN ('confirmed', 'attended', 'no_show');
  UPDATE attendee_profiles SET num_registrations = num_registrations + 1 WHERE id = NEW.attendee_profile_id AND NEW.status IN ('confirmed', 'attended', 'no_show');
END;

CREATE TABLE waiver_acceptances (
  id TEXT PRIMARY KEY,
  waiver_id TEXT NOT NULL REFERENCES waivers (id),
  version INTEGER NOT NULL,
  text_hash TEXT NOT NULL,
  registration_id TEXT NOT NULL REFERENCES registrations (id),
  accepted_by_customer_id TEXT NOT NULL,
  on_behalf_of_attendee_id TEXT NOT NULL,
  relation TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  ip_prefix TEXT,
  UNIQUE (registration_id, waiver_id, version)
) STRICT;

CREATE INDEX waiver_acceptances_by_waiver ON waiver_acceptances (waiver_id);

-- ## Places of events

-- Places are counted by triggers, so that no write of a registration can forget to.
CREATE TRIGGER spots_added AFTER INSERT ON registrations WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_taken = spots_taken + 1 WHERE id = NEW.option_id;
  UPDATE pools SET spots_taken = spots_taken + 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = NEW.option_id);
END;
CREATE TRIGGER spots_removed AFTER DELETE ON registrations WHEN OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_taken = spots_taken - 1 WHERE id = OLD.option_id;
  UPDATE pools SET spots_taken = spots_taken - 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = OLD.option_id);
END;
CREATE TRIGGER spots_released AFTER UPDATE OF status, option_id ON registrations
WHEN OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') AND (NEW.option_id <> OLD.option_id OR NEW.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE event_options SET spots_taken = spots_taken - 1 WHERE id = OLD.option_id;
  UPDATE pools SET spots_taken = spots_taken - 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = OLD.option_id);
END;
CREATE TRIGGER spots_taken_again AFTER UPDATE OF status, option_id ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') AND (NEW.option_id <> OLD.option_id OR OLD.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE event_options SET spots_taken = spots_taken + 1 WHERE id = NEW.option_id;
  UPDATE pools SET spots_taken = spots_taken + 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = NEW.option_id);
END;

-- ## Times of appointments

-- The time of a registration that is an appointment. `free_at` is when its place is free again: its end plus the buffer.
CREATE TABLE appointment_slots (
  registration_id TEXT PRIMARY KEY REFERENCES registrations (id),
  appointment_type_id TEXT NOT NULL REFERENCES appointment_types (id),
  appointment_option_id TEXT NOT NULL REFERENCES appointment_options (id),
  place INTEGER NOT NULL CHECK (place >= 0),
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  free_at INTEGER NOT NULL,
  is_taken INTEGER NOT NULL DEFAULT 1 CHECK (is_taken IN (0, 1)),
  CONSTRAINT slot_in_order CHECK (starts_at < ends_at AND ends_at <= free_at AND free_at - starts_at <= 172800000)
) STRICT;
CREATE UNIQUE INDEX slot_taken_once ON appointment_slots (appointment_type_id, starts_at, place) WHERE is_taken = 1;
CREATE INDEX appointment_slots_by_option ON appointment_slots (appointment_option_id);

-- Two appointments never overlap on one place, buffers included.
CREATE TRIGGER slot_added BEFORE INSERT ON appointment_slots
WHEN NEW.is_taken = 1 AND EXISTS (SELECT 1 FROM appointment_slots AS other WHERE other.appointment_type_id = NEW.appointment_type_id AND other.is_taken = 1 AND other.place = NEW.place
  AND other.starts_at < NEW.free_at AND other.starts_at > NEW.starts_at - 172800000 AND other.free_at > NEW.starts_at)
BEGIN SELECT RAISE(ABORT, 'slot_taken'); END;
CREATE TRIGGER slot_changed BEFORE UPDATE ON appointment_slots
WHEN NEW.is_taken = 1 AND EXISTS (SELECT 1 FROM appointment_slots AS other WHERE other.appointment_type_id = NEW.appointment_type_id AND other.is_taken = 1 AND other.place = NEW.place
  AND other.registration_id <> NEW.registration_id AND other.starts_at < NEW.free_at AND other.starts_at > NEW.starts_at - 172800000 AND other.free_at > NEW.starts_at)
BEGIN SELECT RAISE(ABORT, 'slot_taken'); END;

-- A time is taken as long as the registration holds a place.
CREATE TRIGGER slot_follows AFTER UPDATE OF status ON registrations
WHEN (NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')) <> (OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE appointment_slots SET is_taken = NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') WHERE registration_id = NEW.id;
END;

-- ## What a booking is of, whatever its kind

-- Orders, mails and calendars read here what a registration shows and costs, and whether it can still be sold or given back.
CREATE VIEW bookings AS
SELECT r.id, r.kind, r.order_id, r.status,
  coalesce(r.event_id, r.appointment_type_id) AS source_id,
  coalesce(r.option_id, r.appointment_option_id) AS option_id,
  coalesce(e.name, t.name) AS title,
  coalesce(o.name, x.name) AS option_title,
  e.type AS event_type,
  r.kind = 'appointment' OR e.type = 'class' AS is_session,
  coalesce(e.starts_at, s.starts_at) AS starts_at,
  coalesce(e.ends_at, s.ends_at) AS ends_at,
  CASE WHEN e.is_series = 1 AND e.series_dates <> '[]' THEN e.series_dates
    ELSE json_array(json_object('starts_at', coalesce(e.starts_at, s.starts_at), 'ends_at', coalesce(e.ends_at, s.ends_at))) END AS dates,
  coalesce(e.timezone, p.timezone) AS timezone,
  coalesce(e.online_event, t.is_online_event) AS is_online,
  coalesce(e.online_event_url, t.online_event_url) AS online_url,
  CASE WHEN r.kind = 'event'
    THEN (SELECT json_object('id', v.id, 'name', v.name, 'address', json(v.address), 'timezone', v.timezone) FROM event_venues AS ev CROSS JOIN venues AS v
      WHERE ev.event_id = r.event_id AND v.id = ev.venue_id ORDER BY ev.position LIMIT 1)
    ELSE (SELECT json_object('id', v.id, 'name', v.name, 'address', json(v.address), 'timezone', v.timezone) FROM appointment_type_venues AS av CROSS JOIN venues AS v
      WHERE av.appointment_type_id = r.appointment_type_id AND v.id = av.venue_id ORDER BY av.position LIMIT 1) END AS venue,
  coalesce(e.currency, t.currency) AS currency,
  coalesce(o.cost, x.cost) AS cost,
  coalesce(e.refund, t.refund,
    '{"tiers":[],"retention":{"fixed":0,"percent":0,"keep_fees":true},"automatic":false,"request":true,"move_until":null,"session":{"free_until":"PT24H","late":"keep_credit_used","late_fee":0,"no_show":"keep_credit_used","request":true}}') AS refund,
  coalesce(e.status, t.status) AS source_status,
  e.cancel_text AS cancel_text,
  coalesce(o.is_closed, 0) OR coalesce(o.is_removed, x.is_removed) AS is_closed,
  o.sale_starts_at AS sale_starts_at,
  o.sale_ends_at AS sale_ends_at,
  coalesce(t.book_until, p.preferences ->> '$.default_sales_end', 'PT0S') AS default_sales_end,
  coalesce(e.waitlist, 0) AS waitlist,
  coalesce(e.preregistration_enabled, t.is_preregistration_enabled) AS is_preregistration_enabled
FROM registrations AS r JOIN programs AS p ON p.id = r.program_id
  LEFT JOIN events AS e ON e.id = r.event_id
  LEFT JOIN event_options AS o ON o.id = r.option_id
  LEFT JOIN appointment_types AS t ON t.id = r.appointment_type_id
  LEFT JOIN appointment_options AS x ON x.id = r.appointment_option_id
  LEFT JOIN appointment_slots AS s ON s.registration_id = r.id;

-- ## Items of orders

CREATE TABLE order_items (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('event_option', 'appointment_option', 'session_package', 'membership_package', 'product_variation', 'balance_due')),
  source TEXT,
  parent TEXT REFERENCES order_items (id),
  product_id TEXT NOT NULL,
  product_name TEXT NOT NULL,
  product_variation_id TEXT,
  product_category_id TEXT,
  registration_id TEXT REFERENCES registrations (id),
  attendee_name TEXT,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 50),
  unit_amount INTEGER NOT NULL CHECK (unit_amount BETWEEN 0 AND 99999999),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 99999999),
  amount_discount INTEGER NOT NULL DEFAULT 0,
  amount_fee INTEGER NOT NULL DEFAULT 0 CHECK (amount_fee >= 0),
  amount_tax INTEGER NOT NULL DEFAULT 0 CHECK (amount_tax >= 0),
  is_fee_included INTEGER NOT NULL DEFAULT 0 CHECK (is_fee_included IN (0, 1)),
  taxes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(taxes)),
  cancelled_at INTEGER,
  amount_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (amount_cancelled >= 0),
  created INTEGER NOT NULL,
  CONSTRAINT item_discount CHECK (amount_discount BETWEEN 0 AND amount)
) STRICT;
CREATE INDEX order_items_by_order ON order_items (order_id, position);
CREATE UNIQUE INDEX one_item_of_registration ON order_items (registration_id) WHERE registration_id IS NOT NULL AND cancelled_at IS NULL;

CREATE INDEX order_items_by_parent ON order_items (parent);
CREATE INDEX order_items_by_registration ON order_items (registration_id);

CREATE INDEX order_items_by_package ON order_items (product_id) WHERE type IN ('session_package', 'membership_package');

CREATE INDEX order_items_by_variation ON order_items (product_variation_id) WHERE type = 'product_variation';

-- ## Discounts: coupons on orders

-- The state of a coupon on an order: applied (draft), reserved (pending), final (paid), released.
CREATE TABLE discounts (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  coupon_id TEXT NOT NULL REFERENCES coupons (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  is_entered INTEGER NOT NULL CHECK (is_entered IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'applied' CHECK (state IN ('applied', 'reserved', 'final', 'released')),
  redeemed INTEGER,
  created INTEGER NOT NULL,
  UNIQUE (order_id, coupon_id)
) STRICT;
CREATE INDEX discounts_by_coupon ON discounts (coupon_id, customer_id, state);
CREATE TRIGGER coupon_limit_customer BEFORE UPDATE OF state ON discounts
WHEN NEW.state IN ('reserved', 'final') AND OLD.state NOT IN ('reserved', 'final')
  AND (SELECT limit_customer FROM coupons WHERE id = NEW.coupon_id)
    <= (SELECT count(*) FROM discounts WHERE coupon_id = NEW.coupon_id AND customer_id = NEW.customer_id AND state IN ('reserved', 'final'))
BEGIN SELECT RAISE(ABORT, 'coupon_customer_limit'); END;
CREATE TRIGGER coupon_taken AFTER UPDATE OF state ON discounts WHEN NEW.state IN ('reserved', 'final') AND OLD.state NOT IN ('reserved', 'final')
BEGIN UPDATE coupons SET times_redeemed = times_redeemed + 1 WHERE id = NEW.coupon_id; END;
CREATE TRIGGER coupon_given_back AFTER UPDATE OF state ON discounts WHEN OLD.state IN ('reserved', 'final') AND NEW.state NOT IN ('reserved', 'final')
BEGIN UPDATE coupons SET times_redeemed = times_redeemed - 1 WHERE id = NEW.coupon_id; END;
CREATE TRIGGER coupon_removed AFTER DELETE ON discounts WHEN OLD.state IN ('reserved', 'final')
BEGIN UPDATE coupons SET times_redeemed = times_redeemed - 1 WHERE id = OLD.coupon_id; END;

-- ## Payments

CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL CONSTRAINT payment_status CHECK (status IN ('created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled')),
  step INTEGER NOT NULL DEFAULT 0,
  checkout_method TEXT NOT NULL CHECK (checkout_method IN ('card', 'offline', 'free')),
  amount_total INTEGER NOT NULL CHECK (amount_total BETWEEN 0 AND 99999999),
  amount_received INTEGER NOT NULL DEFAULT 0 CHECK (amount_received >= 0),
  currency TEXT NOT NULL,
  provider TEXT,
  intent_id TEXT UNIQUE,
  card TEXT CHECK (card IS NULL OR json_valid(card)),
  next_action_url TEXT,
  client_secret TEXT,
  return_url TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  error_type TEXT,
  provider_called_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX payments_by_order ON payments (order_id, created);
CREATE INDEX payments_open ON payments (status, provider_called_at) WHERE status IN ('created', 'requires_action', 'processing');
CREATE UNIQUE INDEX one_live_payment ON payments (order_id) WHERE status IN ('created', 'requires_action', 'processing');
CREATE TRIGGER order_paid_added AFTER INSERT ON payments WHEN NEW.status = 'succeeded'
BEGIN UPDATE orders SET amount_paid = amount_paid + NEW.amount_received WHERE id = NEW.order_id; END;
CREATE TRIGGER order_paid_changed AFTER UPDATE OF status, amount_received ON payments WHEN NEW.status = 'succeeded' OR OLD.status = 'succeeded'
BEGIN
  UPDATE orders SET amount_paid = amount_paid
    - (CASE WHEN OLD.status = 'succeeded' THEN OLD.amount_received ELSE 0 END)
    + (CASE WHEN NEW.status = 'succeeded' THEN NEW.amount_received ELSE 0 END) WHERE id = NEW.order_id;
END;

CREATE TABLE card_declines (
  id INTEGER PRIMARY KEY,
  customer_id TEXT NOT NULL,
  order_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  code TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX card_declines_by_customer ON card_declines (customer_id, at);
CREATE INDEX card_declines_by_order ON card_declines (order_id, at);

-- ## Refunds

CREATE TABLE refund_requests (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL CONSTRAINT refund_request_status CHECK (status IN ('requested', 'approved', 'declined', 'withdrawn', 'completed')),
  step INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL,
  reason_other TEXT,
  registration_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(registration_ids)),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX refund_requests_by_order ON refund_requests (order_id);

CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  payment_id TEXT REFERENCES payments (id),
  refund_request_id TEXT REFERENCES refund_requests (id),
  dedupe TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CONSTRAINT refund_status CHECK (status IN ('pending', 'requires_action', 'succeeded', 'failed', 'cancelled')),
  step INTEGER NOT NULL DEFAULT 0,
  amount INTEGER NOT NULL CHECK (amount > 0),
  destination TEXT NOT NULL DEFAULT 'original_method' CHECK (destination IN ('original_method', 'account_balance')),
  provider_refund_id TEXT,
  failure TEXT,
  reason TEXT,
  inputs TEXT NOT NULL CHECK (json_valid(inputs)),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX refunds_by_order ON refunds (order_id);
CREATE INDEX refunds_open ON refunds (status, updated) WHERE status IN ('pending', 'requires_action');
CREATE INDEX refunds_by_payment ON refunds (payment_id);
CREATE TRIGGER order_refund_added AFTER INSERT ON refunds WHEN NEW.status IN ('pending', 'requires_action', 'succeeded')
BEGIN
  UPDATE orders SET amount_refunding = amount_refunding + NEW.amount,
    amount_returned = amount_returned + (CASE WHEN NEW.status = 'succeeded' THEN NEW.amount ELSE 0 END) WHERE id = NEW.order_id;
END;
CREATE TRIGGER order_refund_changed AFTER UPDATE OF status ON refunds WHEN NEW.status <> OLD.status
BEGIN
  UPDATE orders SET
    amount_refunding = amount_refunding
      - (CASE WHEN OLD.status IN ('pending', 'requires_action', 'succeeded') THEN OLD.amount ELSE 0 END)
      + (CASE WHEN NEW.status IN ('pending', 'requires_action', 'succeeded') THEN NEW.amount ELSE 0 END),
    amount_returned = amount_returned
      - (CASE WHEN OLD.status = 'succeeded' THEN OLD.amount ELSE 0 END)
      + (CASE WHEN NEW.status = 'succeeded' THEN NEW.amount ELSE 0 END)
  WHERE id = NEW.order_id;
END;

-- ## What every write leaves behind

-- Every change of a status. `write_marker` tells whether the row was written by this request, when the answer of a write was lost.
CREATE TABLE status_history (
  object TEXT NOT NULL,
  object_id TEXT NOT NULL,
  step INTEGER NOT NULL,
  from_status TEXT,
  to_status TEXT NOT NULL,
  actor_type TEXT NOT NULL CHECK (actor_type IN ('customer', 'organiser', 'system', 'provider')),
  actor_id TEXT,
  reason TEXT,
  at INTEGER NOT NULL,
  write_marker TEXT,
  PRIMARY KEY (object, object_id, step)
) STRICT, WITHOUT ROWID;

CREATE INDEX status_history_by_time ON status_history (at);

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  dedupe TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(body)),
  -- 0: codes and security, 1: what one person waits for, 2: everything sent to many.
  priority INTEGER NOT NULL DEFAULT 1 CHECK (priority BETWEEN 0 AND 2),
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  leased_until INTEGER,
  done_at INTEGER,
  dead_at INTEGER,
  last_error TEXT
) STRICT;
-- What is due is taken by priority, then by age.
CREATE INDEX outbox_due ON outbox (priority, due_at) WHERE done_at IS NULL AND dead_at IS NULL;

CREATE TABLE idempotency_keys (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  created_location TEXT,
  status INTEGER,
  body TEXT,
  created INTEGER NOT NULL,
  write_marker TEXT,
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created);

-- ## The mailbox and the sandbox provider, empty where others are used

-- Mail as it was sent, where MAIL_PROVIDER is mailbox.
CREATE TABLE mailbox (
  id INTEGER PRIMARY KEY,
  dedupe TEXT NOT NULL UNIQUE,
  recipient TEXT NOT NULL,
  sender TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  headers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(headers)),
  attachments TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(attachments)),
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX mailbox_by_recipient ON mailbox (recipient, id);

-- The intents the sandbox provider knows; `attempt` is the last one it answered, so that a repeated request is not tried again.
CREATE TABLE sandbox_intents (
  id TEXT PRIMARY KEY,
  payment_id TEXT NOT NULL UNIQUE,
  order_id TEXT NOT NULL,
  state TEXT NOT NULL,
  amount INTEGER NOT NULL,
  amount_received INTEGER NOT NULL DEFAULT 0,
  currency TEXT NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0,
  source TEXT,
  decline TEXT,
  bank_token TEXT UNIQUE,
  return_url TEXT,
  settles_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

CREATE TABLE sandbox_refunds (
  id TEXT PRIMARY KEY,
  refund_id TEXT NOT NULL UNIQUE,
  intent_id TEXT NOT NULL REFERENCES sandbox_intents (id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  created INTEGER NOT NULL
) STRICT;

CREATE INDEX sandbox_refunds_by_intent ON sandbox_refunds (intent_id);

-- ## Facts of the installation

-- The last scheduled run, the local clock's offset, how the sandbox treats the next payment.
CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
