-- Every customer that a card provider was given, until it has forgotten them; a profile names the one in use.
CREATE TABLE provider_customers (
  id TEXT PRIMARY KEY,
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  provider TEXT NOT NULL,
  account TEXT,
  created INTEGER NOT NULL,
  forgotten_at INTEGER
) STRICT;
CREATE INDEX provider_customers_by_profile ON provider_customers (customer_profile_id);
INSERT INTO provider_customers (id, customer_profile_id, provider, account, created)
SELECT f.payment_provider_id, f.id,
  CASE WHEN EXISTS (SELECT 1 FROM sandbox_customers AS s WHERE s.id = f.payment_provider_id) THEN 'sandbox' ELSE 'stripe' END,
  p.payment_provider_id, f.created
FROM customer_profiles AS f JOIN programs AS p ON p.id = f.program_id WHERE f.payment_provider_id IS NOT NULL;
ALTER TABLE sandbox_customers ADD COLUMN deleted_at INTEGER;

-- The account at the provider that a payment was made in, and a card stored in: a program may change its own.
ALTER TABLE payments ADD COLUMN provider_account TEXT;
UPDATE payments SET provider_account = (SELECT p.payment_provider_id FROM orders AS o JOIN programs AS p ON p.id = o.program_id WHERE o.id = payments.order_id)
WHERE checkout_method = 'card';
ALTER TABLE payment_sources ADD COLUMN provider_account TEXT;
UPDATE payment_sources SET provider_account = (SELECT p.payment_provider_id FROM customer_profiles AS f JOIN programs AS p ON p.id = f.program_id WHERE f.id = payment_sources.customer_profile_id);

-- The name of a charge of a stored card without its customer: the same name is the same payment.
ALTER TABLE payments ADD COLUMN charge_key TEXT;
CREATE UNIQUE INDEX payments_charge_key ON payments (charge_key) WHERE charge_key IS NOT NULL;

-- When the clock last tried what failed: it stands behind the others then.
ALTER TABLE payment_sources ADD COLUMN forget_tried_at INTEGER;
ALTER TABLE orders ADD COLUMN expiry_tried_at INTEGER;

-- No payment gives back more than it brought, also when two requests are approved at once.
CREATE TRIGGER refund_within_payment BEFORE INSERT ON refunds
WHEN NEW.payment_id IS NOT NULL AND NEW.status IN ('pending', 'requires_action', 'succeeded')
  AND NEW.amount + (SELECT coalesce(sum(r.amount), 0) FROM refunds AS r WHERE r.payment_id = NEW.payment_id AND r.status IN ('pending', 'requires_action', 'succeeded'))
    > (SELECT p.amount_received FROM payments AS p WHERE p.id = NEW.payment_id)
BEGIN SELECT RAISE(ABORT, 'refund_within_payment'); END;
