-- Two customer records of one family that became one. `moved` has the ids of the moved rows by table, `after` the state
-- right after the merge. Both have no personal data.
CREATE TABLE customer_merges (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  merge_from TEXT NOT NULL REFERENCES customers (id),
  merge_into TEXT NOT NULL REFERENCES customers (id),
  moved TEXT NOT NULL CONSTRAINT customer_merge_moved CHECK (json_valid(moved)),
  after TEXT NOT NULL,
  created INTEGER NOT NULL,
  undo_until INTEGER NOT NULL,
  undone_at INTEGER,
  CONSTRAINT customer_merge_of_two CHECK (merge_from <> merge_into)
) STRICT;
CREATE UNIQUE INDEX customer_merge_once ON customer_merges (merge_from) WHERE undone_at IS NULL;
CREATE INDEX customer_merges_from ON customer_merges (merge_from, created);
CREATE INDEX customer_merges_into ON customer_merges (merge_into, created);
CREATE INDEX customer_merges_of_program ON customer_merges (program_id);

-- A record that was merged takes nothing new: what is written for it at the same time is read again and goes to the other.
CREATE TRIGGER merged_customer_takes_no_order BEFORE INSERT ON orders
WHEN EXISTS (SELECT 1 FROM customer_merges AS m WHERE m.merge_from = NEW.customer_id AND m.undone_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'customer_merged'); END;
CREATE TRIGGER merged_customer_takes_no_registration BEFORE INSERT ON registrations
WHEN EXISTS (SELECT 1 FROM customer_merges AS m WHERE m.merge_from = NEW.customer_id AND m.undone_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'customer_merged'); END;
CREATE TRIGGER merged_customer_takes_no_relation BEFORE INSERT ON relations
WHEN EXISTS (SELECT 1 FROM customer_merges AS m WHERE m.merge_from = NEW.customer_id AND m.undone_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'customer_merged'); END;
CREATE TRIGGER merged_customer_takes_no_balance BEFORE INSERT ON account_balance_entries
WHEN EXISTS (SELECT 1 FROM customer_merges AS m WHERE m.merge_from = NEW.customer_id AND m.undone_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'customer_merged'); END;
CREATE TRIGGER merged_customer_takes_no_credit BEFORE INSERT ON session_credits
WHEN EXISTS (SELECT 1 FROM customer_merges AS m WHERE m.merge_from = NEW.customer_id AND m.undone_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'customer_merged'); END;
CREATE TRIGGER merged_customer_takes_no_membership BEFORE INSERT ON memberships
WHEN EXISTS (SELECT 1 FROM customer_merges AS m WHERE m.merge_from = NEW.customer_id AND m.undone_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'customer_merged'); END;
