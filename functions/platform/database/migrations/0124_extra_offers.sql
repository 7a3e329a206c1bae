-- A place may become extra when it is offered to a waiting family: it then takes no place of its option.
DROP TRIGGER spots_taken_again;
CREATE TRIGGER spots_taken_again AFTER UPDATE OF status, option_id ON registrations
WHEN OLD.is_extra = 0 AND NEW.is_extra = 0 AND NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') AND (NEW.option_id <> OLD.option_id OR OLD.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE event_options SET spots_taken = spots_taken + 1 WHERE id = NEW.option_id;
  UPDATE pools SET spots_taken = spots_taken + 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = NEW.option_id);
END;
CREATE TRIGGER extra_taken AFTER UPDATE OF status ON registrations
WHEN OLD.is_extra = 0 AND NEW.is_extra = 1 AND NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_extra = spots_extra + 1 WHERE id = NEW.option_id;
END;
CREATE TRIGGER extra_only_when_taken BEFORE UPDATE OF is_extra ON registrations
WHEN OLD.is_extra = 0 AND NEW.is_extra = 1 AND (OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') OR NEW.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN SELECT RAISE(ABORT, 'guard_failed:state'); END;
