-- An order that pays what a dearer place costs more. Its line is the new place, held for it; what was paid for the place that is
-- left counts for it. Without a foreign key: an order may outlive the booking it moved.
ALTER TABLE orders ADD COLUMN moves_registration_id TEXT;
-- The booking as it was when the move began: one that has changed since does not move.
ALTER TABLE orders ADD COLUMN moves_sequence INTEGER;
ALTER TABLE orders ADD COLUMN amount_carried INTEGER NOT NULL DEFAULT 0
  CONSTRAINT order_amount_carried CHECK (amount_carried BETWEEN 0 AND 99999999 AND (amount_carried = 0 OR moves_registration_id IS NOT NULL));
-- Of what an order returned, what went along with places that moved to another order: kept by a trigger of the payments.
ALTER TABLE orders ADD COLUMN amount_moved INTEGER NOT NULL DEFAULT 0 CONSTRAINT order_amount_moved CHECK (amount_moved BETWEEN 0 AND amount_refunding);
CREATE INDEX orders_by_move ON orders (moves_registration_id) WHERE moves_registration_id IS NOT NULL;

-- Money that came to an order with the place that moved into it: of which payment of the order it left, and which payment was charged.
ALTER TABLE payments ADD COLUMN carried_from TEXT;
ALTER TABLE payments ADD COLUMN charged_payment_id TEXT
  CONSTRAINT payment_carried CHECK ((carried_from IS NULL) = (charged_payment_id IS NULL));
CREATE INDEX payments_by_carried ON payments (carried_from) WHERE carried_from IS NOT NULL;

-- No money is carried that does not leave its order in the same moment.
CREATE TRIGGER payment_carried_leaves AFTER INSERT ON payments WHEN NEW.carried_from IS NOT NULL
BEGIN
  INSERT INTO refunds (id, order_id, payment_id, dedupe, status, amount, destination, reason, inputs, created, updated)
  SELECT 'ref_' || substr(NEW.id, 5), p.order_id, p.id, 'carried:' || NEW.id, 'succeeded', NEW.amount_received, 'original_method',
    'registration_moved', json_object('payment_id', NEW.id, 'order_id', NEW.order_id), NEW.updated, NEW.updated
  FROM payments AS p WHERE p.id = NEW.carried_from;
  UPDATE orders SET amount_moved = amount_moved + NEW.amount_received WHERE id = (SELECT p.order_id FROM payments AS p WHERE p.id = NEW.carried_from);
  INSERT INTO status_history (object, object_id, step, from_status, to_status, actor_type, actor_id, reason, at, write_marker)
  VALUES ('refund', 'ref_' || substr(NEW.id, 5), 0, NULL, 'succeeded', 'system', NULL, 'registration_moved', NEW.updated, NULL);
END;
