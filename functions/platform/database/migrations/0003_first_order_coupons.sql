-- A coupon for a first order counts once for a customer of a program, however many orders are submitted at once: it is refused
-- while another order was ever paid, or has such a coupon reserved. The same for a code and for what applies by itself.
CREATE TRIGGER coupon_first_time BEFORE UPDATE OF state ON discounts
WHEN NEW.state IN ('reserved', 'final') AND OLD.state NOT IN ('reserved', 'final')
  AND EXISTS (SELECT 1 FROM coupons AS c, orders AS o WHERE c.id = NEW.coupon_id AND c.first_time_transaction = 1
    AND o.customer_id = NEW.customer_id AND o.program_id = c.program_id AND o.id <> NEW.order_id
    AND (o.paid_at IS NOT NULL OR EXISTS (SELECT 1 FROM discounts AS d JOIN coupons AS f ON f.id = d.coupon_id
      WHERE d.order_id = o.id AND d.state IN ('reserved', 'final') AND f.first_time_transaction = 1)))
BEGIN SELECT RAISE(ABORT, 'coupon_first_time_only'); END;
