-- Orders, payments and receipts of an erased account go seven years later: when the clock looks at them next.
ALTER TABLE account_deletions ADD COLUMN records_due_at INTEGER;
UPDATE account_deletions SET records_due_at = completed_at WHERE completed_at IS NOT NULL;
CREATE INDEX account_deletions_records_due ON account_deletions (records_due_at) WHERE records_due_at IS NOT NULL;

-- What was touched after the fact `records_kept_since` stays, whoever asks.
CREATE TRIGGER receipt_stays BEFORE DELETE ON orders
WHEN OLD.receipt_number IS NOT NULL
  AND OLD.updated > coalesce((SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'records_kept_since'), 0)
BEGIN SELECT RAISE(ABORT, 'receipt_kept'); END;

-- How many numbers of a year were removed: with the orders that are left they are all that were taken.
ALTER TABLE receipt_counters ADD COLUMN removed INTEGER NOT NULL DEFAULT 0
  CONSTRAINT receipts_removed CHECK (removed BETWEEN 0 AND last);
CREATE TRIGGER receipt_removed AFTER DELETE ON orders WHEN OLD.receipt_number IS NOT NULL
BEGIN
  UPDATE receipt_counters SET removed = removed + 1
  WHERE program_id = OLD.program_id AND year = CAST(substr(OLD.receipt_number, 1, 4) AS INTEGER);
END;

-- What removed entries came to: with the entries that are left it is the balance.
ALTER TABLE account_balances ADD COLUMN amount_removed INTEGER NOT NULL DEFAULT 0;
DROP TRIGGER balance_entry_stays;
CREATE TRIGGER balance_entry_stays BEFORE DELETE ON account_balance_entries
WHEN OLD.created > coalesce((SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'records_kept_since'), 0)
BEGIN SELECT RAISE(ABORT, 'ledger_kept'); END;
CREATE TRIGGER balance_entry_removed AFTER DELETE ON account_balance_entries
BEGIN
  UPDATE account_balances SET amount_removed = amount_removed + OLD.amount
  WHERE customer_profile_id = OLD.customer_profile_id AND currency = OLD.currency;
END;

-- A sold place that is removed counts for its person no more.
CREATE TRIGGER registrations_uncounted AFTER DELETE ON registrations WHEN OLD.status IN ('confirmed', 'attended', 'no_show')
BEGIN UPDATE attendee_profiles SET num_registrations = num_registrations - 1 WHERE id = OLD.attendee_profile_id; END;
