-- Archives of a customer's own data: one at a time, deleted after their time.
CREATE TABLE data_exports (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  status TEXT NOT NULL,
  storage_key TEXT NOT NULL,
  size INTEGER,
  created INTEGER NOT NULL,
  expires_at INTEGER,
  CONSTRAINT data_export_status CHECK (status IN ('requested', 'ready', 'expired')),
  CONSTRAINT data_export_ready CHECK (status <> 'ready' OR (size IS NOT NULL AND expires_at IS NOT NULL))
) STRICT;
CREATE INDEX data_exports_by_customer ON data_exports (customer_id, created);
CREATE INDEX data_exports_by_end ON data_exports (expires_at) WHERE status = 'ready';
CREATE UNIQUE INDEX data_export_in_the_making ON data_exports (customer_id) WHERE status = 'requested';

-- Accounts on their way out: at most one way out of an account at a time, and each ends once.
CREATE TABLE account_deletions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  created INTEGER NOT NULL,
  erase_at INTEGER NOT NULL,
  withdrawn_at INTEGER,
  completed_at INTEGER,
  CONSTRAINT account_deletion_ends_once CHECK (withdrawn_at IS NULL OR completed_at IS NULL)
) STRICT;
CREATE UNIQUE INDEX account_deletion_once ON account_deletions (customer_id) WHERE withdrawn_at IS NULL;
CREATE INDEX account_deletions_due ON account_deletions (erase_at) WHERE withdrawn_at IS NULL AND completed_at IS NULL;
