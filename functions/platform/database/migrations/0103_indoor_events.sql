-- Whether an event takes place indoors; NULL where the organisation does not state it.
ALTER TABLE events ADD COLUMN indoor INTEGER CHECK (indoor IN (0, 1));

-- Lists and counts read these indexes alone.
DROP INDEX events_by_start;
DROP INDEX events_by_program_start;
CREATE INDEX events_by_start ON events (status, starts_at, id, ends_at, program_id, type, online_event, has_options, has_free_option, restrict_to_package_ids, minimum_age, maximum_age, has_age_gap, genders, indoor);
CREATE INDEX events_by_program_start ON events (program_id, status, starts_at, id, ends_at, type, online_event, has_options, has_free_option, restrict_to_package_ids, minimum_age, maximum_age, has_age_gap, genders, indoor);
