-- What was booked before is found again by its name, however that is written in capitals.
CREATE INDEX events_by_small_name ON events (program_id, lower(name), starts_at) WHERE status = 'published';
