-- What a line was bought for, and the terms of the session package it was bought under.
ALTER TABLE order_items ADD COLUMN attendee_profile_id TEXT;
ALTER TABLE order_items ADD COLUMN package_terms TEXT
  CONSTRAINT item_package_terms CHECK (package_terms IS NULL OR (json_valid(package_terms) AND type = 'session_package'));
CREATE INDEX order_items_by_attendee_profile ON order_items (attendee_profile_id) WHERE attendee_profile_id IS NOT NULL;

-- The credits of one package that was paid for: of one person, or of all the customer books for. `available` is always the sum of
-- the entries, which only the triggers below write. Without limit (`is_unlimited`) nothing is counted.
CREATE TABLE session_credits (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  attendee_profile_id TEXT,
  package_id TEXT NOT NULL REFERENCES session_packages (id),
  -- Without a foreign key: an order is removed after its time, its credits are not.
  order_id TEXT,
  order_item_id TEXT UNIQUE,
  amount INTEGER NOT NULL CONSTRAINT session_credit_amount CHECK (amount BETWEEN 0 AND 500000),
  is_unlimited INTEGER NOT NULL DEFAULT 0 CHECK (is_unlimited IN (0, 1)),
  available INTEGER NOT NULL DEFAULT 0 CONSTRAINT credit_not_available CHECK (available BETWEEN 0 AND amount),
  expires_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT session_credit_counted CHECK ((amount = 0) = (is_unlimited = 1))
) STRICT;
CREATE INDEX session_credits_by_customer ON session_credits (customer_id, program_id);
CREATE INDEX session_credits_by_attendee_profile ON session_credits (attendee_profile_id) WHERE attendee_profile_id IS NOT NULL;
CREATE INDEX session_credits_expiring ON session_credits (expires_at) WHERE available > 0 AND expires_at IS NOT NULL;

-- The ledger. An entry is never changed: what was wrong is set right by another entry.
CREATE TABLE session_credit_entries (
  id TEXT PRIMARY KEY,
  session_credit_id TEXT NOT NULL REFERENCES session_credits (id),
  kind TEXT NOT NULL CHECK (kind IN ('purchase', 'grant', 'reserve', 'redeem', 'release', 'return', 'expire', 'adjust', 'revoke')),
  amount INTEGER NOT NULL,
  registration_id TEXT,
  dedupe TEXT NOT NULL UNIQUE,
  created INTEGER NOT NULL,
  CONSTRAINT session_credit_entry_sign CHECK (
    CASE WHEN kind IN ('purchase', 'grant', 'release', 'return') THEN amount > 0
      WHEN kind IN ('reserve', 'expire', 'revoke') THEN amount < 0
      WHEN kind = 'redeem' THEN amount <= 0 ELSE amount <> 0 END
  )
) STRICT;
CREATE INDEX session_credit_entries_by_credit ON session_credit_entries (session_credit_id, created);
CREATE TRIGGER session_credit_counts AFTER INSERT ON session_credit_entries
BEGIN
  UPDATE session_credits SET available = available + NEW.amount, updated = max(updated, NEW.created) WHERE id = NEW.session_credit_id;
END;
CREATE TRIGGER session_credit_entry_kept BEFORE UPDATE ON session_credit_entries
BEGIN SELECT RAISE(ABORT, 'ledger_kept'); END;
CREATE TRIGGER session_credit_entry_stays BEFORE DELETE ON session_credit_entries
BEGIN SELECT RAISE(ABORT, 'ledger_kept'); END;
