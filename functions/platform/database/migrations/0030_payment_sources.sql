-- ## Stored cards

-- A card that a customer keeps with a program; its id is the provider's. A detached one stays, so that a repeat is answered,
-- until the provider has forgotten it, too.
CREATE TABLE payment_sources (
  id TEXT PRIMARY KEY,
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  provider TEXT NOT NULL,
  form_source TEXT,
  brand TEXT,
  last4 TEXT,
  exp_month INTEGER CHECK (exp_month BETWEEN 1 AND 12),
  exp_year INTEGER CHECK (exp_year BETWEEN 2000 AND 2100),
  funding TEXT,
  country TEXT,
  three_d_secure TEXT,
  status TEXT,
  usage TEXT,
  currency TEXT,
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  expires_at INTEGER,
  expiry_mails INTEGER NOT NULL DEFAULT 0 CHECK (expiry_mails BETWEEN 0 AND 2),
  detached_at INTEGER,
  forgotten_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT detached_is_no_default CHECK (detached_at IS NULL OR is_default = 0)
) STRICT;
-- At most one default a customer and program.
CREATE UNIQUE INDEX payment_sources_default ON payment_sources (customer_profile_id) WHERE is_default = 1;
CREATE INDEX payment_sources_by_profile ON payment_sources (customer_profile_id, created);
CREATE INDEX payment_sources_by_customer ON payment_sources (customer_id);
CREATE INDEX payment_sources_expiring ON payment_sources (expires_at) WHERE detached_at IS NULL AND expiry_mails < 2;
CREATE INDEX payment_sources_to_forget ON payment_sources (detached_at) WHERE detached_at IS NOT NULL AND forgotten_at IS NULL;

-- An attempt to store a card without charging it; at most one open a customer and program.
CREATE TABLE card_setups (
  id TEXT PRIMARY KEY,
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL CONSTRAINT card_setup_status CHECK (status IN ('open', 'confirming', 'requires_action', 'succeeded', 'cancelled')),
  provider TEXT NOT NULL,
  provider_setup_id TEXT UNIQUE,
  client_secret TEXT,
  form_source TEXT,
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_action_url TEXT,
  error_type TEXT,
  source_id TEXT,
  provider_called_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX card_setups_open ON card_setups (customer_profile_id) WHERE status IN ('open', 'confirming', 'requires_action');
CREATE INDEX card_setups_to_ask ON card_setups (status, provider_called_at) WHERE status IN ('confirming', 'requires_action');
CREATE INDEX card_setups_by_customer ON card_setups (customer_id);

-- The stored card a payment is made with, and whether a new one is kept once it succeeds.
ALTER TABLE payments ADD COLUMN payment_source_id TEXT;
ALTER TABLE payments ADD COLUMN stores_source INTEGER NOT NULL DEFAULT 0 CHECK (stores_source IN (0, 1));
