-- What of a store's variations is sold: `stock_total` counts what was ever for sale, `stock_taken` what is sold or held, kept by triggers on the lines.
ALTER TABLE products ADD COLUMN pickup_text TEXT;
ALTER TABLE products ADD COLUMN return_days INTEGER CONSTRAINT product_return_days CHECK (return_days BETWEEN 1 AND 365);
ALTER TABLE product_variations ADD COLUMN stock_total INTEGER NOT NULL DEFAULT 2147483647 CHECK (stock_total >= 0);
ALTER TABLE product_variations ADD COLUMN stock_taken INTEGER NOT NULL DEFAULT 0
  CONSTRAINT sold_out CHECK (stock_taken BETWEEN 0 AND stock_total);

-- What a line was bought under; its hold has a time only while no one has paid for it.
ALTER TABLE order_items ADD COLUMN product_type TEXT;
ALTER TABLE order_items ADD COLUMN confirm_text TEXT;
ALTER TABLE order_items ADD COLUMN pickup_text TEXT;
ALTER TABLE order_items ADD COLUMN return_days INTEGER;
ALTER TABLE order_items ADD COLUMN stock_taken INTEGER NOT NULL DEFAULT 0
  CONSTRAINT item_stock CHECK (stock_taken = 0 OR (type = 'product_variation' AND stock_taken = quantity));
ALTER TABLE order_items ADD COLUMN stock_held_until INTEGER;
CREATE INDEX order_items_stock_held ON order_items (stock_held_until) WHERE stock_held_until IS NOT NULL;

CREATE TRIGGER stock_taken_with_line AFTER INSERT ON order_items WHEN NEW.stock_taken > 0
BEGIN
  UPDATE product_variations SET stock_taken = stock_taken + NEW.stock_taken WHERE id = NEW.product_variation_id;
  UPDATE order_items SET stock_held_until = (SELECT hold_expires_at FROM orders WHERE id = NEW.order_id) WHERE id = NEW.id;
END;
CREATE TRIGGER stock_taken_changed AFTER UPDATE OF stock_taken, product_variation_id ON order_items
WHEN OLD.stock_taken <> NEW.stock_taken OR (NEW.stock_taken > 0 AND OLD.product_variation_id IS NOT NEW.product_variation_id)
BEGIN
  UPDATE product_variations SET stock_taken = stock_taken - OLD.stock_taken WHERE id = OLD.product_variation_id AND OLD.stock_taken > 0;
  UPDATE product_variations SET stock_taken = stock_taken + NEW.stock_taken WHERE id = NEW.product_variation_id AND NEW.stock_taken > 0;
  UPDATE order_items SET stock_held_until = iif(NEW.stock_taken = 0, NULL, (SELECT hold_expires_at FROM orders WHERE id = NEW.order_id)) WHERE id = NEW.id;
END;
-- A line that leaves a cart gives its stock back; one that was sold and is removed after its time leaves with what it sold.
CREATE TRIGGER stock_returned_with_line AFTER DELETE ON order_items WHEN OLD.stock_taken > 0
BEGIN
  UPDATE product_variations SET stock_taken = stock_taken - OLD.stock_taken,
    stock_total = iif(OLD.stock_held_until IS NULL AND stock_total < 2147483647, stock_total - OLD.stock_taken, stock_total)
  WHERE id = OLD.product_variation_id;
END;
CREATE TRIGGER stock_returned_by_cancellation AFTER UPDATE OF cancelled_at ON order_items WHEN NEW.cancelled_at IS NOT NULL AND NEW.stock_taken > 0
BEGIN UPDATE order_items SET stock_taken = 0 WHERE id = NEW.id; END;
CREATE TRIGGER stock_held_with_order AFTER UPDATE OF hold_expires_at ON orders WHEN OLD.hold_expires_at IS NOT NEW.hold_expires_at
BEGIN UPDATE order_items SET stock_held_until = NEW.hold_expires_at WHERE order_id = NEW.id AND stock_taken > 0; END;
CREATE TRIGGER stock_returned_with_order AFTER UPDATE OF status ON orders WHEN NEW.status IN ('expired', 'cancelled') AND OLD.status <> NEW.status
BEGIN UPDATE order_items SET stock_taken = 0 WHERE order_id = NEW.id AND stock_taken > 0; END;
