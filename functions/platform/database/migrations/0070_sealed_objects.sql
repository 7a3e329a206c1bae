-- Objects in the bucket are encrypted, each with a key of its own, which stands here sealed by HEALTH_KEY. Null: an object from before, as it was sent.
ALTER TABLE files ADD COLUMN key_sealed TEXT;
ALTER TABLE data_exports ADD COLUMN key_sealed TEXT;
