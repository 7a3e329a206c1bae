-- Reminders read the events with days that were called off each minute.
CREATE INDEX events_with_days_off ON events (ends_at) WHERE days_off <> '[]';
