-- When an organisation archived a person of its program: until it restores them their family cannot connect them again.
ALTER TABLE attendee_profiles ADD COLUMN archived_by_program_at INTEGER;
CREATE INDEX attendee_profiles_by_program ON attendee_profiles (program_id, status, created);
