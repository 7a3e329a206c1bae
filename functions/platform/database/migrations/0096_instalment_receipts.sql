-- An instalment that is paid after the first one has a receipt of its own. The order's receipt has the lines, so this
-- one has the payment and the instalments it paid.
ALTER TABLE receipts ADD COLUMN payment_id TEXT REFERENCES payments (id);
DROP INDEX receipts_once;
CREATE UNIQUE INDEX receipts_once ON receipts (order_id) WHERE kind = 'receipt' AND payment_id IS NULL;
CREATE UNIQUE INDEX receipts_of_payments_once ON receipts (payment_id) WHERE payment_id IS NOT NULL;

DROP TRIGGER receipts_frozen;
CREATE TRIGGER receipts_frozen BEFORE UPDATE ON receipts
WHEN OLD.id IS NOT NEW.id OR OLD.program_id IS NOT NEW.program_id OR OLD.order_id IS NOT NEW.order_id OR OLD.kind IS NOT NEW.kind
  OR OLD.number IS NOT NEW.number OR OLD.receipt_number IS NOT NEW.receipt_number OR OLD.refund_id IS NOT NEW.refund_id
  OR OLD.payment_id IS NOT NEW.payment_id OR OLD.amount IS NOT NEW.amount OR OLD.currency IS NOT NEW.currency OR OLD.language IS NOT NEW.language
  OR OLD.issued_at IS NOT NEW.issued_at OR OLD.document IS NOT NEW.document OR NEW.buyer IS NOT NULL OR NEW.people <> '{}'
BEGIN SELECT RAISE(ABORT, 'receipt_frozen'); END;
CREATE TRIGGER instalment_receipt_removed AFTER DELETE ON receipts WHEN OLD.payment_id IS NOT NULL
BEGIN
  UPDATE receipt_counters SET removed = removed + 1
  WHERE program_id = OLD.program_id AND year = CAST(substr(OLD.number, 1, 4) AS INTEGER);
END;

-- The receipt of a payment of instalments, composed when they are paid. It is copied once into `receipts`.
CREATE VIEW instalment_receipts AS
SELECT y.id AS payment_id, v.program_id, v.order_id, y.amount_received AS amount, v.currency, v.language,
  json_object('seller', v.document -> '$.seller', 'total', y.amount_received,
    'instalments', (SELECT json_group_array(json_object('due_on', n.due_on, 'amount', n.amount - n.amount_waived) ORDER BY n.position)
      FROM order_instalments AS n WHERE n.payment_id = y.id AND n.position > 0),
    'payments', json_array(json_object('method', y.checkout_method, 'amount', y.amount_received, 'carried', json('false')))) AS document,
  json_set(v.buyer, '$.cards', json_array(json_object('brand', y.card ->> '$.brand', 'last4', y.card ->> '$.last4'))) AS buyer
FROM payments AS y JOIN receipt_documents AS v ON v.order_id = y.order_id
WHERE y.status = 'succeeded' AND EXISTS (SELECT 1 FROM order_instalments AS n WHERE n.payment_id = y.id AND n.status = 'paid' AND n.position > 0);

-- Instalments that were paid before, numbered after the other receipts of their year.
INSERT INTO receipts (id, program_id, order_id, kind, number, amount, currency, language, issued_at, document, buyer, payment_id)
SELECT 'rct_' || substr(v.payment_id, 5), v.program_id, v.order_id, 'receipt',
  printf('%s-%06d', n.year, coalesce(c.last, 0) + row_number() OVER (PARTITION BY v.program_id, n.year ORDER BY n.paid_at, v.payment_id)),
  v.amount, v.currency, v.language, n.paid_at, v.document, iif(v.buyer ->> '$.email' LIKE '%@erased.invalid', NULL, v.buyer), v.payment_id
FROM instalment_receipts AS v
  JOIN (SELECT payment_id, max(paid_at) AS paid_at, strftime('%Y', max(paid_at) / 1000, 'unixepoch') AS year FROM order_instalments
    WHERE position > 0 AND status = 'paid' GROUP BY payment_id) AS n ON n.payment_id = v.payment_id
  LEFT JOIN receipt_counters AS c ON c.program_id = v.program_id AND c.year = CAST(n.year AS INTEGER);
INSERT INTO receipt_counters (program_id, year, last)
SELECT n.program_id, CAST(substr(n.number, 1, 4) AS INTEGER), count(*) FROM receipts AS n WHERE n.payment_id IS NOT NULL GROUP BY 1, 2
ON CONFLICT (program_id, year) DO UPDATE SET last = receipt_counters.last + excluded.last;
