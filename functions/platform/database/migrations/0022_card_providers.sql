-- The account of an organisation at the card provider; null: the platform's own.
ALTER TABLE programs ADD COLUMN payment_provider_id TEXT;

-- ## The sandbox: customers, cards they store, disputes

CREATE TABLE sandbox_customers (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  default_source TEXT,
  created INTEGER NOT NULL
) STRICT;

-- `card` is the name of its test card.
CREATE TABLE sandbox_sources (
  id TEXT PRIMARY KEY,
  made_by TEXT NOT NULL UNIQUE,
  customer_id TEXT REFERENCES sandbox_customers (id),
  card TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE sandbox_setups (
  id TEXT PRIMARY KEY,
  setup_id TEXT NOT NULL UNIQUE,
  customer_id TEXT NOT NULL REFERENCES sandbox_customers (id),
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0,
  card TEXT,
  decline TEXT,
  bank_token TEXT UNIQUE,
  return_url TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

CREATE TABLE sandbox_disputes (
  id TEXT PRIMARY KEY,
  intent_id TEXT NOT NULL REFERENCES sandbox_intents (id),
  reason TEXT NOT NULL,
  state TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

ALTER TABLE sandbox_intents ADD COLUMN customer_id TEXT;
ALTER TABLE sandbox_intents ADD COLUMN stores INTEGER NOT NULL DEFAULT 0 CHECK (stores IN (0, 1));
ALTER TABLE sandbox_intents ADD COLUMN stored_source TEXT;
