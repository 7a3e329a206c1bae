-- Who waits for a place of an event: the registrations of one entry get their places all or none.
CREATE TABLE waitlist_entries (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  event_id TEXT NOT NULL REFERENCES events (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  -- The client's own word for people who wait together.
  group_key TEXT,
  step INTEGER NOT NULL DEFAULT 0,
  -- How often a place went to someone behind it, because not all of it fit.
  skips INTEGER NOT NULL DEFAULT 0,
  -- 0 once none of its people waits any more: they were offered their places, or left.
  is_waiting INTEGER NOT NULL DEFAULT 1 CHECK (is_waiting IN (0, 1)),
  offered_at INTEGER,
  created INTEGER NOT NULL,
  -- When the last of its people joined.
  joined_at INTEGER NOT NULL,
  CONSTRAINT waitlist_counts CHECK (step >= 0 AND skips >= 0)
) STRICT;
CREATE INDEX waitlist_entries_by_customer ON waitlist_entries (customer_id, event_id);
CREATE UNIQUE INDEX waitlist_group_once ON waitlist_entries (customer_id, event_id, group_key) WHERE group_key IS NOT NULL AND is_waiting = 1;
CREATE INDEX waitlist_entries_waiting ON waitlist_entries (event_id, created, id) WHERE is_waiting = 1;

ALTER TABLE registrations ADD COLUMN waitlist_entry_id TEXT REFERENCES waitlist_entries (id);
CREATE INDEX registrations_by_waitlist_entry ON registrations (waitlist_entry_id) WHERE waitlist_entry_id IS NOT NULL;
CREATE INDEX registrations_waiting ON registrations (event_id, option_id) WHERE status IN ('waitlisted', 'preregistered');
CREATE INDEX registrations_offered ON registrations (hold_expires_at) WHERE status = 'offered';

-- Only who is in a line is offered a place, and an offer has an end.
CREATE TRIGGER waitlist_offer_made BEFORE UPDATE OF status ON registrations
WHEN NEW.status = 'offered' AND (NEW.waitlist_entry_id IS NULL OR NEW.hold_expires_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'waitlist_entry_missing'); END;

-- An entry of which no one waits any more leaves the line, and its key is free.
CREATE TRIGGER waitlist_entry_left AFTER UPDATE OF status ON registrations
WHEN OLD.status IN ('waitlisted', 'preregistered') AND NEW.status NOT IN ('waitlisted', 'preregistered') AND NEW.waitlist_entry_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM registrations AS w WHERE w.waitlist_entry_id = NEW.waitlist_entry_id AND w.status IN ('waitlisted', 'preregistered'))
BEGIN
  UPDATE waitlist_entries SET is_waiting = 0 WHERE id = NEW.waitlist_entry_id;
END;

-- A place that comes free is offered to those who wait.
CREATE TRIGGER waitlist_place_freed AFTER UPDATE OF status, option_id ON registrations
WHEN OLD.event_id IS NOT NULL AND OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
  AND (NEW.option_id <> OLD.option_id OR NEW.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
  AND EXISTS (SELECT 1 FROM registrations AS w WHERE w.event_id = OLD.event_id AND w.status IN ('waitlisted', 'preregistered'))
BEGIN
  INSERT INTO outbox (kind, ref, dedupe, body, priority, due_at)
  VALUES ('waitlist.offer', OLD.event_id, 'waitlist.offer:' || OLD.id || ':' || NEW.step, '{}', 1, NEW.updated);
END;
