-- A place beyond the total of its option is extra: no count of taken places has it, so the checks of the totals still
-- hold. The first place that becomes free makes the oldest extra place an ordinary one.
ALTER TABLE registrations ADD COLUMN is_extra INTEGER NOT NULL DEFAULT 0 CONSTRAINT is_extra CHECK (is_extra IN (0, 1));
ALTER TABLE event_options ADD COLUMN spots_extra INTEGER NOT NULL DEFAULT 0 CONSTRAINT spots_extra CHECK (spots_extra >= 0);
ALTER TABLE order_items ADD COLUMN price_reason TEXT CONSTRAINT price_reason CHECK (length(price_reason) BETWEEN 1 AND 500);
CREATE INDEX registrations_extra ON registrations (option_id, created, id) WHERE is_extra = 1;

DROP TRIGGER spots_added;
DROP TRIGGER spots_removed;
DROP TRIGGER spots_released;
DROP TRIGGER spots_taken_again;
CREATE TRIGGER spots_added AFTER INSERT ON registrations
WHEN NEW.is_extra = 0 AND NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_taken = spots_taken + 1 WHERE id = NEW.option_id;
  UPDATE pools SET spots_taken = spots_taken + 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = NEW.option_id);
END;
CREATE TRIGGER spots_removed AFTER DELETE ON registrations
WHEN OLD.is_extra = 0 AND OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_taken = spots_taken - 1 WHERE id = OLD.option_id;
  UPDATE pools SET spots_taken = spots_taken - 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = OLD.option_id);
END;
CREATE TRIGGER spots_released AFTER UPDATE OF status, option_id ON registrations
WHEN OLD.is_extra = 0 AND OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') AND (NEW.option_id <> OLD.option_id OR NEW.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE event_options SET spots_taken = spots_taken - 1 WHERE id = OLD.option_id;
  UPDATE pools SET spots_taken = spots_taken - 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = OLD.option_id);
END;
CREATE TRIGGER spots_taken_again AFTER UPDATE OF status, option_id ON registrations
WHEN OLD.is_extra = 0 AND NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') AND (NEW.option_id <> OLD.option_id OR OLD.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE event_options SET spots_taken = spots_taken + 1 WHERE id = NEW.option_id;
  UPDATE pools SET spots_taken = spots_taken + 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = NEW.option_id);
END;

CREATE TRIGGER extra_added AFTER INSERT ON registrations
WHEN NEW.is_extra = 1 AND NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_extra = spots_extra + 1 WHERE id = NEW.option_id;
END;
CREATE TRIGGER extra_removed AFTER DELETE ON registrations
WHEN OLD.is_extra = 1
BEGIN
  UPDATE event_options SET spots_extra = spots_extra - 1 WHERE id = OLD.option_id;
END;
-- An extra place that ends is no longer extra, so it can come back only as an ordinary one.
CREATE TRIGGER extra_ended AFTER UPDATE OF status ON registrations
WHEN OLD.is_extra = 1 AND NEW.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_extra = spots_extra - 1 WHERE id = OLD.option_id;
  UPDATE registrations SET is_extra = 0 WHERE id = NEW.id;
END;
-- An extra place that moves to another option takes an ordinary place there.
CREATE TRIGGER extra_moved AFTER UPDATE OF option_id ON registrations
WHEN OLD.is_extra = 1 AND NEW.option_id <> OLD.option_id AND NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_extra = spots_extra - 1 WHERE id = OLD.option_id;
  UPDATE event_options SET spots_extra = spots_extra + 1 WHERE id = NEW.option_id;
  UPDATE registrations SET is_extra = 0 WHERE id = NEW.id;
END;
CREATE TRIGGER extra_settled AFTER UPDATE OF is_extra ON registrations
WHEN OLD.is_extra = 1 AND NEW.is_extra = 0 AND NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_taken = spots_taken + 1, spots_extra = spots_extra - 1 WHERE id = NEW.option_id;
  UPDATE pools SET spots_taken = spots_taken + 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = NEW.option_id);
END;

-- Each room that becomes free is given to the oldest extra places that fit their option and all its pools.
CREATE TRIGGER option_has_room AFTER UPDATE OF spots_taken, spots_total ON event_options
WHEN NEW.spots_extra > 0 AND NEW.spots_total - NEW.spots_taken > OLD.spots_total - OLD.spots_taken
BEGIN
  UPDATE registrations SET is_extra = 0 WHERE id IN (
    SELECT c.id FROM (
      SELECT r.id, row_number() OVER (ORDER BY r.created, r.id) AS n FROM registrations AS r WHERE r.is_extra = 1 AND r.option_id = NEW.id) AS c
    WHERE c.n <= NEW.spots_total - NEW.spots_taken
      AND NOT EXISTS (SELECT 1 FROM option_pools AS m JOIN pools AS p ON p.id = m.pool_id WHERE m.option_id = NEW.id AND p.spots_total - p.spots_taken < c.n));
END;
CREATE TRIGGER pool_has_room AFTER UPDATE OF spots_taken, spots_total ON pools
WHEN NEW.spots_total - NEW.spots_taken > OLD.spots_total - OLD.spots_taken
  AND EXISTS (SELECT 1 FROM option_pools AS m CROSS JOIN event_options AS o ON o.id = m.option_id WHERE m.pool_id = NEW.id AND o.spots_extra > 0)
BEGIN
  UPDATE registrations SET is_extra = 0 WHERE id IN (
    SELECT c.id FROM (
      SELECT r.id, r.option_id, o.spots_total - o.spots_taken AS free,
        row_number() OVER (PARTITION BY r.option_id ORDER BY r.created, r.id) AS in_option, row_number() OVER (ORDER BY r.created, r.id) AS n
      FROM option_pools AS g CROSS JOIN event_options AS o ON o.id = g.option_id CROSS JOIN registrations AS r ON r.option_id = o.id
      WHERE g.pool_id = NEW.id AND r.is_extra = 1 AND o.spots_taken < o.spots_total
        AND NOT EXISTS (SELECT 1 FROM option_pools AS m JOIN pools AS p ON p.id = m.pool_id WHERE m.option_id = o.id AND p.spots_taken >= p.spots_total)) AS c
    WHERE c.in_option <= c.free
      AND NOT EXISTS (SELECT 1 FROM option_pools AS m JOIN pools AS p ON p.id = m.pool_id WHERE m.option_id = c.option_id AND p.spots_total - p.spots_taken < c.n));
END;
