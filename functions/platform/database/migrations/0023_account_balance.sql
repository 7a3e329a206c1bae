-- What a customer has with a program, or owes it, in a currency: always the sum of its entries, which only the triggers below write.
CREATE TABLE account_balances (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL CONSTRAINT balance_amount CHECK (amount BETWEEN -99999999 AND 99999999),
  updated INTEGER NOT NULL,
  UNIQUE (customer_profile_id, currency)
) STRICT;

-- The ledger. An entry is never changed or taken away: what was wrong is set right by another entry.
-- `order_id` has no foreign key: a cart that was paid for in part by balance and became a cart again may be deleted.
CREATE TABLE account_balance_entries (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  currency TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('refund_credit', 'gift', 'goodwill', 'payment', 'order_debit', 'order_release', 'manual_adjustment', 'payout')),
  amount INTEGER NOT NULL,
  order_id TEXT,
  refund_id TEXT REFERENCES refunds (id),
  note TEXT,
  dedupe TEXT NOT NULL UNIQUE,
  created INTEGER NOT NULL,
  CONSTRAINT balance_entry_sign CHECK (
    CASE WHEN kind IN ('order_debit', 'payout') THEN amount < 0 WHEN kind = 'manual_adjustment' THEN amount <> 0 ELSE amount > 0 END
  ),
  CONSTRAINT balance_entry_of_order CHECK ((order_id IS NOT NULL AND length(order_id) > 0) OR kind NOT IN ('order_debit', 'order_release')),
  CONSTRAINT balance_entry_of_refund CHECK (refund_id IS NULL OR kind = 'refund_credit')
) STRICT;
CREATE INDEX account_balance_entries_by_profile ON account_balance_entries (customer_profile_id, created);
CREATE INDEX account_balance_entries_by_order ON account_balance_entries (order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX one_entry_of_refund ON account_balance_entries (refund_id) WHERE refund_id IS NOT NULL;

-- What of the order is paid from the balance: reserved while it waits for the rest, spent once it is paid. Given back at most once.
ALTER TABLE orders ADD COLUMN balance_used INTEGER NOT NULL DEFAULT 0
  CONSTRAINT order_balance_used CHECK (balance_used BETWEEN 0 AND amount_total);

-- Nobody spends what is not there.
CREATE TRIGGER balance_guarded BEFORE INSERT ON account_balance_entries
WHEN NEW.kind IN ('order_debit', 'payout')
  AND NEW.amount + coalesce((SELECT amount FROM account_balances WHERE customer_profile_id = NEW.customer_profile_id AND currency = NEW.currency), 0) < 0
BEGIN SELECT RAISE(ABORT, 'balance_spent'); END;

CREATE TRIGGER balance_counted AFTER INSERT ON account_balance_entries
BEGIN
  INSERT INTO account_balances (id, program_id, customer_id, customer_profile_id, currency, amount, updated)
  VALUES (NEW.customer_profile_id || ':' || NEW.currency, NEW.program_id, NEW.customer_id, NEW.customer_profile_id, NEW.currency, NEW.amount, NEW.created)
  ON CONFLICT (customer_profile_id, currency) DO UPDATE SET amount = amount + excluded.amount, updated = excluded.updated;
  -- Whoever was shown another balance with their cart is shown the new one before they pay.
  UPDATE orders SET quote_version = quote_version + 1
  WHERE customer_id = NEW.customer_id AND customer_profile_id = NEW.customer_profile_id AND currency = NEW.currency
    AND status IN ('draft', 'pending') AND id IS NOT NEW.order_id;
  UPDATE orders SET balance_used = orders.balance_used - NEW.amount,
    ending_balance = b.amount, starting_balance = b.amount + orders.balance_used - NEW.amount
  FROM (SELECT amount FROM account_balances WHERE customer_profile_id = NEW.customer_profile_id AND currency = NEW.currency) AS b
  WHERE orders.id = NEW.order_id AND NEW.kind IN ('order_debit', 'order_release');
END;

CREATE TRIGGER balance_entry_kept BEFORE UPDATE OF program_id, customer_id, customer_profile_id, currency, kind, amount, order_id, refund_id ON account_balance_entries
BEGIN SELECT RAISE(ABORT, 'ledger_kept'); END;
CREATE TRIGGER balance_entry_stays BEFORE DELETE ON account_balance_entries
BEGIN SELECT RAISE(ABORT, 'ledger_kept'); END;
