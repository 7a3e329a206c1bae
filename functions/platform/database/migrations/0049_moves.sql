-- A place that moves stays a place of its program: of an option of the event it says, which is not cancelled.
CREATE TRIGGER place_moves_within_program BEFORE UPDATE OF event_id, option_id ON registrations
WHEN NEW.kind = 'event' AND (NEW.event_id <> OLD.event_id OR NEW.option_id <> OLD.option_id)
  AND NOT EXISTS (SELECT 1 FROM event_options AS o JOIN events AS e ON e.id = o.event_id
    WHERE o.id = NEW.option_id AND o.event_id = NEW.event_id AND e.program_id = NEW.program_id)
BEGIN SELECT RAISE(ABORT, 'guard_failed:state'); END;
CREATE TRIGGER place_moves_to_open_event BEFORE UPDATE OF event_id ON registrations
WHEN NEW.event_id <> OLD.event_id AND NEW.status IN ('pending', 'offered', 'confirmed')
  AND (SELECT status FROM events WHERE id = NEW.event_id) <> 'published'
BEGIN SELECT RAISE(ABORT, 'event_cancelled'); END;
