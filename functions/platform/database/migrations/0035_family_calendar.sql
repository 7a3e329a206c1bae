-- The address of a family's calendar is signed for this version: a new address raises it, and the ones before lead nowhere.
ALTER TABLE customers ADD COLUMN calendar_version INTEGER NOT NULL DEFAULT 1;
