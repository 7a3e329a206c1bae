-- What is booked by the hour (decisions.md §5, §24): a type with its opening hours, its lengths, and the times that are taken.
CREATE TABLE appointment_types (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  summary TEXT,
  description TEXT,
  terms TEXT,
  status TEXT NOT NULL CONSTRAINT appointment_type_status CHECK (status IN ('draft', 'published', 'unpublished', 'archived')),
  step INTEGER NOT NULL DEFAULT 0,
  currency TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  picture_url TEXT,
  picture_text TEXT,
  is_online_event INTEGER NOT NULL DEFAULT 0 CHECK (is_online_event IN (0, 1)),
  online_event_url TEXT,
  is_preregistration_enabled INTEGER NOT NULL DEFAULT 0 CHECK (is_preregistration_enabled IN (0, 1)),
  period_type TEXT NOT NULL CONSTRAINT appointment_period_type CHECK (period_type IN ('unlimited', 'rolling', 'rolling_window', 'range')),
  max_booking_time INTEGER CHECK (max_booking_time BETWEEN 1 AND 730),
  period_starts_on TEXT,
  period_ends_on TEXT,
  opening_hours TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(opening_hours)),
  interval_minutes INTEGER NOT NULL CHECK (interval_minutes BETWEEN 5 AND 1440),
  buffer_minutes INTEGER NOT NULL CHECK (buffer_minutes BETWEEN 0 AND 480),
  spots_total INTEGER NOT NULL CHECK (spots_total BETWEEN 1 AND 1000),
  book_until TEXT,
  published INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT appointment_period CHECK (
    (period_type IN ('rolling', 'rolling_window')) = (max_booking_time IS NOT NULL)
    AND (period_type = 'range') = (period_starts_on IS NOT NULL AND period_ends_on IS NOT NULL)
    AND (period_type = 'range' OR (period_starts_on IS NULL AND period_ends_on IS NULL))
  )
) STRICT;
CREATE INDEX appointment_types_by_status ON appointment_types (status, program_id, position);

CREATE TABLE appointment_type_venues (
  appointment_type_id TEXT NOT NULL REFERENCES appointment_types (id),
  venue_id TEXT NOT NULL REFERENCES venues (id),
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (appointment_type_id, venue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX appointment_type_venues_by_venue ON appointment_type_venues (venue_id);

CREATE TABLE appointment_options (
  id TEXT PRIMARY KEY,
  appointment_type_id TEXT NOT NULL REFERENCES appointment_types (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  free INTEGER NOT NULL DEFAULT 0 CHECK (free IN (0, 1)),
  cost INTEGER NOT NULL CONSTRAINT appointment_option_cost CHECK (cost BETWEEN 0 AND 99999999),
  duration INTEGER NOT NULL CHECK (duration BETWEEN 5 AND 1440),
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (appointment_type_id, key),
  CONSTRAINT appointment_free_costs_nothing CHECK (free = 0 OR cost = 0)
) STRICT;

-- The time of a registration that is an appointment. `free_at` is when its place is free again: its end and the buffer after it.
CREATE TABLE appointment_slots (
  registration_id TEXT PRIMARY KEY REFERENCES registrations (id),
  appointment_type_id TEXT NOT NULL REFERENCES appointment_types (id),
  appointment_option_id TEXT NOT NULL REFERENCES appointment_options (id),
  place INTEGER NOT NULL CHECK (place >= 0),
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  free_at INTEGER NOT NULL,
  is_taken INTEGER NOT NULL DEFAULT 1 CHECK (is_taken IN (0, 1)),
  CONSTRAINT slot_in_order CHECK (starts_at < ends_at AND ends_at <= free_at AND free_at - starts_at <= 172800000)
) STRICT;
CREATE UNIQUE INDEX slot_taken_once ON appointment_slots (appointment_type_id, starts_at, place) WHERE is_taken = 1;
CREATE INDEX appointment_slots_by_option ON appointment_slots (appointment_option_id);

-- Two appointments never share a place at one time, the buffer after each included.
CREATE TRIGGER slot_added BEFORE INSERT ON appointment_slots
WHEN NEW.is_taken = 1 AND EXISTS (SELECT 1 FROM appointment_slots AS other WHERE other.appointment_type_id = NEW.appointment_type_id AND other.is_taken = 1 AND other.place = NEW.place
  AND other.starts_at < NEW.free_at AND other.starts_at > NEW.starts_at - 172800000 AND other.free_at > NEW.starts_at)
BEGIN SELECT RAISE(ABORT, 'slot_taken'); END;
CREATE TRIGGER slot_changed BEFORE UPDATE ON appointment_slots
WHEN NEW.is_taken = 1 AND EXISTS (SELECT 1 FROM appointment_slots AS other WHERE other.appointment_type_id = NEW.appointment_type_id AND other.is_taken = 1 AND other.place = NEW.place
  AND other.registration_id <> NEW.registration_id AND other.starts_at < NEW.free_at AND other.starts_at > NEW.starts_at - 172800000 AND other.free_at > NEW.starts_at)
BEGIN SELECT RAISE(ABORT, 'slot_taken'); END;
-- A time is taken as long as a place is (decisions.md §4, rule of places).
CREATE TRIGGER slot_follows AFTER UPDATE OF status ON registrations
WHEN (NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')) <> (OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE appointment_slots SET is_taken = NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') WHERE registration_id = NEW.id;
END;
