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

-- A refresh token is stored as its SHA-256 only; its successor is derived from it, so that a repeat inside the grace gets the same one.
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  successor_hash TEXT
) STRICT;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

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
  tries INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER,
  CONSTRAINT code_tries CHECK (tries BETWEEN 0 AND 5)
) STRICT;
CREATE INDEX email_codes_by_user ON email_codes (user_id, created);

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

-- Exact limits per account or caller: n counts tries inside one window.
CREATE TABLE attempts (
  scope TEXT NOT NULL,
  window_starts_at INTEGER NOT NULL,
  n INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (scope, window_starts_at)
) STRICT, WITHOUT ROWID;

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
