-- Taking a waiver away asks which events name it.
CREATE INDEX events_by_waiver ON events (waiver_id);
