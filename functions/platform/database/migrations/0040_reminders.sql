-- Reminders look for what starts soon: series by their end, as each of their dates is looked at, and appointments by their start.
CREATE INDEX events_series_by_end ON events (ends_at) WHERE is_series = 1;
CREATE INDEX appointment_slots_by_start ON appointment_slots (starts_at) WHERE is_taken = 1;
