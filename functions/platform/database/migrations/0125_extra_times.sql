-- A time may be booked over capacity: its place is beyond the total of its type. Each taken place counts towards the
-- total, so the first one that becomes free takes the extra one away and is not sold.
CREATE TRIGGER slot_counted BEFORE INSERT ON appointment_slots
WHEN NEW.is_taken = 1 AND (NEW.place < (SELECT t.spots_total FROM appointment_types AS t WHERE t.id = NEW.appointment_type_id)) = (
  (SELECT count(DISTINCT other.place) FROM appointment_slots AS other WHERE other.appointment_type_id = NEW.appointment_type_id AND other.is_taken = 1
    AND other.starts_at < NEW.free_at AND other.starts_at > NEW.starts_at - 172800000 AND other.free_at > NEW.starts_at)
  >= (SELECT t.spots_total FROM appointment_types AS t WHERE t.id = NEW.appointment_type_id))
BEGIN SELECT RAISE(ABORT, 'slot_taken'); END;
-- A booking that is moved, or comes back, takes an ordinary place.
CREATE TRIGGER slot_counted_again BEFORE UPDATE ON appointment_slots
WHEN NEW.is_taken = 1 AND (OLD.is_taken = 0 OR NEW.starts_at <> OLD.starts_at OR NEW.free_at <> OLD.free_at OR NEW.place <> OLD.place) AND (
  NEW.place >= (SELECT t.spots_total FROM appointment_types AS t WHERE t.id = NEW.appointment_type_id) OR
  (SELECT count(DISTINCT other.place) FROM appointment_slots AS other WHERE other.appointment_type_id = NEW.appointment_type_id AND other.is_taken = 1 AND other.registration_id <> NEW.registration_id
    AND other.starts_at < NEW.free_at AND other.starts_at > NEW.starts_at - 172800000 AND other.free_at > NEW.starts_at)
  >= (SELECT t.spots_total FROM appointment_types AS t WHERE t.id = NEW.appointment_type_id))
BEGIN SELECT RAISE(ABORT, 'slot_taken'); END;

DROP TRIGGER slot_follows;
CREATE TRIGGER slot_follows AFTER UPDATE OF status ON registrations
WHEN (NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')) <> (OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE appointment_slots SET is_taken = NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'),
    place = CASE WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') AND place >= (SELECT t.spots_total FROM appointment_types AS t WHERE t.id = appointment_slots.appointment_type_id)
      THEN (SELECT min(free.n) FROM (SELECT 0 AS n UNION SELECT s.place + 1 FROM appointment_slots AS s WHERE s.appointment_type_id = appointment_slots.appointment_type_id AND s.is_taken = 1
          AND s.starts_at < appointment_slots.free_at AND s.starts_at > appointment_slots.starts_at - 172800000 AND s.free_at > appointment_slots.starts_at) AS free
        WHERE NOT EXISTS (SELECT 1 FROM appointment_slots AS other WHERE other.appointment_type_id = appointment_slots.appointment_type_id AND other.is_taken = 1 AND other.place = free.n
          AND other.starts_at < appointment_slots.free_at AND other.starts_at > appointment_slots.starts_at - 172800000 AND other.free_at > appointment_slots.starts_at))
      ELSE place END
  WHERE registration_id = NEW.id;
END;

-- A person has an appointment once, also where a program lets bookings overlap.
CREATE TRIGGER appointment_once BEFORE INSERT ON appointment_slots
WHEN NEW.is_taken = 1 AND EXISTS (SELECT 1 FROM appointment_slots AS other CROSS JOIN registrations AS theirs ON theirs.id = other.registration_id
  CROSS JOIN registrations AS own ON own.id = NEW.registration_id
  WHERE other.appointment_type_id = NEW.appointment_type_id AND other.starts_at = NEW.starts_at AND other.is_taken = 1 AND theirs.attendee_id = own.attendee_id)
BEGIN SELECT RAISE(ABORT, 'already_registered'); END;
CREATE TRIGGER appointment_once_again BEFORE UPDATE ON appointment_slots
WHEN NEW.is_taken = 1 AND (OLD.is_taken = 0 OR NEW.starts_at <> OLD.starts_at) AND EXISTS (SELECT 1 FROM appointment_slots AS other CROSS JOIN registrations AS theirs ON theirs.id = other.registration_id
  CROSS JOIN registrations AS own ON own.id = NEW.registration_id
  WHERE other.appointment_type_id = NEW.appointment_type_id AND other.starts_at = NEW.starts_at AND other.is_taken = 1 AND other.registration_id <> NEW.registration_id AND theirs.attendee_id = own.attendee_id)
BEGIN SELECT RAISE(ABORT, 'already_registered'); END;
