-- The groups of an event, for its staff. A place is in at most one.
CREATE TABLE event_groups (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL REFERENCES events (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  minimum_age INTEGER,
  maximum_age INTEGER,
  CONSTRAINT group_key UNIQUE (event_id, key),
  CONSTRAINT group_of_event UNIQUE (id, event_id),
  CONSTRAINT group_ages CHECK (minimum_age <= maximum_age)
) STRICT;

CREATE TABLE group_places (
  registration_id TEXT PRIMARY KEY REFERENCES registrations (id),
  event_id TEXT NOT NULL REFERENCES events (id),
  group_id TEXT,
  together TEXT,
  updated INTEGER NOT NULL,
  CONSTRAINT group_place_group FOREIGN KEY (group_id, event_id) REFERENCES event_groups (id, event_id)
) STRICT;
CREATE INDEX group_places_by_group ON group_places (group_id, event_id);
CREATE INDEX group_places_by_event ON group_places (event_id, together);

CREATE TRIGGER group_place_of_event BEFORE INSERT ON group_places
WHEN NOT EXISTS (SELECT 1 FROM registrations AS r WHERE r.id = NEW.registration_id AND r.event_id = NEW.event_id)
BEGIN
  SELECT RAISE(ABORT, 'group_place_of_event');
END;

-- A place that moves to another event leaves its group.
CREATE TRIGGER group_places_leave_event AFTER UPDATE OF event_id ON registrations
WHEN OLD.event_id IS NOT NEW.event_id
BEGIN
  DELETE FROM group_places WHERE registration_id = NEW.id AND event_id IS NOT NEW.event_id;
END;
