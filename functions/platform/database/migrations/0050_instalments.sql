-- How an option may be paid in parts: a deposit, then dated parts.
ALTER TABLE event_options ADD COLUMN payment_plan TEXT CONSTRAINT option_payment_plan CHECK (payment_plan IS NULL OR (json_valid(payment_plan) AND free = 0));

-- Parts of an order that are not paid because what they were for was cancelled: kept by a trigger of the parts.
ALTER TABLE orders ADD COLUMN amount_waived INTEGER NOT NULL DEFAULT 0 CONSTRAINT order_amount_waived CHECK (amount_waived BETWEEN 0 AND amount_total);

-- The parts of an order that is paid in parts, the first at checkout. `next_try_at` is set once the first is paid.
CREATE TABLE order_instalments (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL CHECK (position >= 0),
  status TEXT NOT NULL CONSTRAINT instalment_status CHECK (status IN ('scheduled', 'charging', 'paid', 'failed', 'cancelled')),
  step INTEGER NOT NULL DEFAULT 0,
  due_on TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  amount INTEGER NOT NULL CONSTRAINT instalment_amount CHECK (amount > 0),
  amount_waived INTEGER NOT NULL DEFAULT 0,
  -- How much of it is for which line of the order.
  lines TEXT NOT NULL CHECK (json_valid(lines)),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_try_at INTEGER,
  charge_key TEXT,
  payment_source_id TEXT,
  payment_id TEXT REFERENCES payments (id),
  paid_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT instalment_amount_waived CHECK (amount_waived BETWEEN 0 AND amount),
  CONSTRAINT instalment_cancelled CHECK ((status = 'cancelled') = (amount_waived = amount)),
  CONSTRAINT instalment_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CONSTRAINT instalment_next_try CHECK (next_try_at IS NULL OR status IN ('scheduled', 'charging', 'failed'))
) STRICT;
CREATE UNIQUE INDEX order_instalments_by_order ON order_instalments (order_id, position);
CREATE INDEX order_instalments_to_try ON order_instalments (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX order_instalments_to_announce ON order_instalments (due_at) WHERE status = 'scheduled';
-- One part of an order is charged at a time.
CREATE UNIQUE INDEX one_instalment_charging ON order_instalments (order_id) WHERE status = 'charging';
CREATE TRIGGER instalment_waived AFTER UPDATE OF amount_waived ON order_instalments WHEN NEW.amount_waived <> OLD.amount_waived
BEGIN UPDATE orders SET amount_waived = amount_waived + NEW.amount_waived - OLD.amount_waived WHERE id = NEW.order_id; END;
-- Together the parts never ask for more than the order costs.
CREATE TRIGGER instalments_within_total BEFORE INSERT ON order_instalments
WHEN NEW.amount + coalesce((SELECT sum(i.amount) FROM order_instalments AS i WHERE i.order_id = NEW.order_id), 0)
  > (SELECT o.amount_total FROM orders AS o WHERE o.id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'instalments_within_total'); END;
