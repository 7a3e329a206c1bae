-- When a row that failed was due first: each attempt makes it due anew. Null for one that never failed.
ALTER TABLE outbox ADD COLUMN first_due_at INTEGER;
