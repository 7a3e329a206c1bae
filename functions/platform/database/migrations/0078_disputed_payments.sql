-- What cardholders dispute with their banks, and what banks gave back after a dispute: it is not returned a second time.
ALTER TABLE payments ADD COLUMN amount_disputed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN amount_disputed INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER payment_disputed AFTER UPDATE OF amount_disputed ON payments
BEGIN
  UPDATE orders SET amount_disputed = (SELECT sum(amount_disputed) FROM payments WHERE order_id = NEW.order_id) WHERE id = NEW.order_id;
END;
