-- What an organisation says when it cancels an event; the mails about it tell it (decisions.md §5).
ALTER TABLE events ADD COLUMN cancel_text TEXT;

-- Nobody gets a place of a cancelled event, however late he comes: what holds one already is cancelled by the cancellation itself.
CREATE TRIGGER event_open_added BEFORE INSERT ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'waitlisted', 'preregistered')
  AND (SELECT status FROM events WHERE id = NEW.event_id) = 'cancelled'
BEGIN SELECT RAISE(ABORT, 'event_cancelled'); END;
CREATE TRIGGER event_open_changed BEFORE UPDATE OF status ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'waitlisted', 'preregistered')
  AND OLD.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered')
  AND (SELECT status FROM events WHERE id = NEW.event_id) = 'cancelled'
BEGIN SELECT RAISE(ABORT, 'event_cancelled'); END;
