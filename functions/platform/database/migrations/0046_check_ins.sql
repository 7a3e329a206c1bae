-- Who came: the newest mark of a place on each of its days. The marks before it stand in status_history.
CREATE TABLE check_ins (
  registration_id TEXT NOT NULL REFERENCES registrations (id),
  -- The day on the clock of the booking.
  day TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  step INTEGER NOT NULL DEFAULT 0,
  -- Who made the mark and when, by the clock of their device: it may be sent later.
  marked_by TEXT,
  marked_at INTEGER NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  PRIMARY KEY (registration_id, day),
  CONSTRAINT check_in_status CHECK (status IN ('expected', 'here', 'picked_up', 'absent')),
  CONSTRAINT check_in_day CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  CONSTRAINT check_in_marked_by CHECK (length(marked_by) <= 80)
) STRICT, WITHOUT ROWID;

-- When a person first and last attended something of a program, as often as a mark says who came.
CREATE TRIGGER check_ins_added AFTER INSERT ON check_ins WHEN NEW.status IN ('here', 'picked_up')
BEGIN
  UPDATE attendee_profiles SET
    first_attended = min(coalesce(first_attended, NEW.starts_at), NEW.starts_at),
    last_attended = max(coalesce(last_attended, NEW.starts_at), NEW.starts_at)
  WHERE id = (SELECT r.attendee_profile_id FROM registrations AS r WHERE r.id = NEW.registration_id);
END;
CREATE TRIGGER check_ins_changed AFTER UPDATE OF status ON check_ins
WHEN (NEW.status IN ('here', 'picked_up')) <> (OLD.status IN ('here', 'picked_up'))
BEGIN
  UPDATE attendee_profiles SET
    first_attended = (SELECT min(c.starts_at) FROM registrations AS r CROSS JOIN check_ins AS c ON c.registration_id = r.id
      WHERE r.attendee_profile_id = attendee_profiles.id AND c.status IN ('here', 'picked_up')),
    last_attended = (SELECT max(c.starts_at) FROM registrations AS r CROSS JOIN check_ins AS c ON c.registration_id = r.id
      WHERE r.attendee_profile_id = attendee_profiles.id AND c.status IN ('here', 'picked_up'))
  WHERE id = (SELECT r.attendee_profile_id FROM registrations AS r WHERE r.id = NEW.registration_id);
END;

-- The links to a program's roster that are good are signed for this version.
CREATE TABLE roster_links (
  program_id TEXT PRIMARY KEY REFERENCES programs (id),
  version INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT roster_link_version CHECK (version > 0)
) STRICT, WITHOUT ROWID;
