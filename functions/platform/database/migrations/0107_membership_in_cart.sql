-- A place of an event or a type that is open to members alone can be held with a membership of the same cart, its order item. The
-- membership does not leave the cart while such a place is held, and the place is in no other order until it is paid.
ALTER TABLE registrations ADD COLUMN membership_item_id TEXT;

CREATE TRIGGER membership_place_begins BEFORE INSERT ON registrations
WHEN NEW.membership_item_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM order_items AS i WHERE i.id = NEW.membership_item_id AND i.order_id = NEW.order_id AND i.type = 'membership_package')
BEGIN SELECT RAISE(ABORT, 'membership_not_in_order'); END;
CREATE TRIGGER membership_place_order BEFORE UPDATE OF order_id ON registrations
WHEN NEW.membership_item_id IS NOT NULL AND NEW.status = 'pending' AND NEW.order_id IS NOT OLD.order_id
BEGIN SELECT RAISE(ABORT, 'membership_not_in_order'); END;
CREATE TRIGGER membership_line_stays BEFORE DELETE ON order_items
WHEN OLD.type = 'membership_package' AND EXISTS (
  SELECT 1 FROM registrations AS r WHERE r.order_id = OLD.order_id AND r.membership_item_id = OLD.id AND r.status = 'pending')
BEGIN SELECT RAISE(ABORT, 'package_in_use'); END;
