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
  PRIMARY KEY (object, object_id, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  dedupe TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(body)),
  due_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  leased_until INTEGER,
  done_at INTEGER,
  dead_at INTEGER,
  last_error TEXT
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at) WHERE done_at IS NULL AND dead_at IS NULL;

CREATE TABLE idempotency_keys (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  made TEXT,
  status INTEGER,
  body TEXT,
  created INTEGER NOT NULL,
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created);

-- Mail as it left the product, where MAIL_PROVIDER is mailbox.
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

-- The sandbox provider's own books; empty where another provider is used.
CREATE TABLE sandbox_intents (
  id TEXT PRIMARY KEY,
  payment_id TEXT NOT NULL UNIQUE,
  order_id TEXT NOT NULL,
  state TEXT NOT NULL,
  amount INTEGER NOT NULL,
  amount_received INTEGER NOT NULL DEFAULT 0,
  currency TEXT NOT NULL,
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

-- Small facts of the installation: last scheduled run, the local clock's offset, how the sandbox treats the next payment.
CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
