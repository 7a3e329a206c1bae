-- What a customer owes is a line of one open order at a time, so that it is not paid twice. Its source is the customer profile that owes it.
CREATE INDEX order_items_balance_due ON order_items (source) WHERE type = 'balance_due';
CREATE TRIGGER balance_due_once BEFORE INSERT ON order_items
WHEN NEW.type = 'balance_due' AND EXISTS (
  SELECT 1 FROM order_items AS i JOIN orders AS o ON o.id = i.order_id
  WHERE i.type = 'balance_due' AND i.source = NEW.source AND o.status IN ('draft', 'pending', 'requires_action', 'processing')
)
BEGIN SELECT RAISE(ABORT, 'balance_due_once'); END;
CREATE TRIGGER balance_due_of_profile BEFORE INSERT ON order_items
WHEN NEW.type = 'balance_due' AND (NEW.source IS NOT (SELECT customer_profile_id FROM orders WHERE id = NEW.order_id)
  OR NEW.amount_fee + NEW.amount_tax + NEW.amount_discount > 0)
BEGIN SELECT RAISE(ABORT, 'balance_due_of_profile'); END;
