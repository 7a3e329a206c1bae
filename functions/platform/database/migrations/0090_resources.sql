-- People and rooms that appointments need. Each has one appointment at a time, across all types.
CREATE TABLE resources (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT resource_kind CHECK (kind IN ('person', 'room')),
  closed TEXT NOT NULL DEFAULT '[]',
  UNIQUE (program_id, key)
) STRICT;
CREATE TABLE appointment_type_resources (
  appointment_type_id TEXT NOT NULL REFERENCES appointment_types (id),
  resource_id TEXT NOT NULL REFERENCES resources (id),
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (appointment_type_id, resource_id)
) STRICT;
CREATE INDEX appointment_type_resources_by_resource ON appointment_type_resources (resource_id);

-- Days on which no appointment of a program can be booked, as its file writes them: days, and spans of days.
ALTER TABLE programs ADD COLUMN closed TEXT NOT NULL DEFAULT '[]';

-- Two appointments never use one person or room at the same time, buffers included.
CREATE TRIGGER resource_added BEFORE INSERT ON appointment_slots
WHEN NEW.is_taken = 1 AND EXISTS (SELECT 1 FROM appointment_type_resources AS own
  CROSS JOIN appointment_type_resources AS shared CROSS JOIN appointment_slots AS other
  WHERE own.appointment_type_id = NEW.appointment_type_id AND shared.resource_id = own.resource_id
  AND other.appointment_type_id = shared.appointment_type_id AND other.is_taken = 1
  AND other.starts_at < NEW.free_at AND other.starts_at > NEW.starts_at - 172800000 AND other.free_at > NEW.starts_at)
BEGIN SELECT RAISE(ABORT, 'resource_taken'); END;
CREATE TRIGGER resource_changed BEFORE UPDATE ON appointment_slots
WHEN NEW.is_taken = 1 AND EXISTS (SELECT 1 FROM appointment_type_resources AS own
  CROSS JOIN appointment_type_resources AS shared CROSS JOIN appointment_slots AS other
  WHERE own.appointment_type_id = NEW.appointment_type_id AND shared.resource_id = own.resource_id
  AND other.appointment_type_id = shared.appointment_type_id AND other.is_taken = 1 AND other.registration_id <> NEW.registration_id
  AND other.starts_at < NEW.free_at AND other.starts_at > NEW.starts_at - 172800000 AND other.free_at > NEW.starts_at)
BEGIN SELECT RAISE(ABORT, 'resource_taken'); END;
