-- The school grades that an event is for, 0 for kindergarten; NULL is open..
ALTER TABLE events ADD COLUMN minimum_grade INTEGER CHECK (minimum_grade BETWEEN 0 AND 12);
ALTER TABLE events ADD COLUMN maximum_grade INTEGER CHECK (maximum_grade BETWEEN 0 AND 12);

-- Lists and counts read these indexes alone.
DROP INDEX events_by_start;
DROP INDEX events_by_program_start;
CREATE INDEX events_by_start ON events (status, starts_at, id, ends_at, program_id, type, online_event, has_options, has_free_option, restrict_to_package_ids, minimum_age, maximum_age, has_age_gap, genders, indoor, minimum_grade, maximum_grade);
CREATE INDEX events_by_program_start ON events (program_id, status, starts_at, id, ends_at, type, online_event, has_options, has_free_option, restrict_to_package_ids, minimum_age, maximum_age, has_age_gap, genders, indoor, minimum_grade, maximum_grade);
