-- A mark of whoever wrote a row whose key is unique, so that a write whose answer was lost is recognised when it is tried again.
ALTER TABLE status_history ADD COLUMN writer TEXT;
ALTER TABLE idempotency_keys ADD COLUMN writer TEXT;
