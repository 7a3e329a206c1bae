-- A receipt as it was issued, and the credit notes about money that went back later. `document` has what is printed;
-- `buyer` and `people` (names by order item) are apart, because they are erased with the person while the rest stays.
-- A credit note has the lines of its receipt by their item, and its receipt's number.
ALTER TABLE receipt_counters ADD COLUMN last_credit INTEGER NOT NULL DEFAULT 0;
ALTER TABLE receipt_counters ADD COLUMN removed_credits INTEGER NOT NULL DEFAULT 0
  CONSTRAINT credits_removed CHECK (removed_credits BETWEEN 0 AND last_credit);

CREATE TABLE receipts (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  order_id TEXT NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CONSTRAINT receipt_kind CHECK (kind IN ('receipt', 'credit_note')),
  number TEXT NOT NULL,
  receipt_number TEXT,
  refund_id TEXT REFERENCES refunds (id),
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  language TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  document TEXT NOT NULL CHECK (json_valid(document)),
  buyer TEXT CHECK (json_valid(buyer)),
  people TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(people)),
  CONSTRAINT credit_note_names_receipt CHECK ((kind = 'credit_note') = (receipt_number IS NOT NULL) AND (kind = 'credit_note') = (refund_id IS NOT NULL)),
  UNIQUE (program_id, number)
) STRICT;
CREATE INDEX receipts_by_order ON receipts (order_id, issued_at);
CREATE UNIQUE INDEX receipts_once ON receipts (order_id) WHERE kind = 'receipt';
-- One credit note for a refund, and one that takes it back when the bank rejects the refund later.
CREATE UNIQUE INDEX credit_notes_once ON receipts (refund_id, amount > 0) WHERE refund_id IS NOT NULL;

CREATE TRIGGER receipts_frozen BEFORE UPDATE ON receipts
WHEN OLD.id IS NOT NEW.id OR OLD.program_id IS NOT NEW.program_id OR OLD.order_id IS NOT NEW.order_id OR OLD.kind IS NOT NEW.kind
  OR OLD.number IS NOT NEW.number OR OLD.receipt_number IS NOT NEW.receipt_number OR OLD.refund_id IS NOT NEW.refund_id
  OR OLD.amount IS NOT NEW.amount OR OLD.currency IS NOT NEW.currency OR OLD.language IS NOT NEW.language
  OR OLD.issued_at IS NOT NEW.issued_at OR OLD.document IS NOT NEW.document OR NEW.buyer IS NOT NULL OR NEW.people <> '{}'
BEGIN SELECT RAISE(ABORT, 'receipt_frozen'); END;
CREATE TRIGGER receipts_stay BEFORE DELETE ON receipts
WHEN OLD.issued_at > coalesce((SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'records_kept_since'), 0)
BEGIN SELECT RAISE(ABORT, 'receipt_kept'); END;
CREATE TRIGGER credit_note_removed AFTER DELETE ON receipts WHEN OLD.kind = 'credit_note'
BEGIN
  UPDATE receipt_counters SET removed_credits = removed_credits + 1
  WHERE program_id = OLD.program_id AND year = CAST(substr(OLD.number, 1, 4) AS INTEGER);
END;

-- The receipt of a paid order, composed from the order. It is copied once into `receipts`.
CREATE VIEW receipt_documents AS
SELECT o.id AS order_id, o.program_id, o.receipt_number AS number, o.amount_paid AS amount, o.currency, u.language, o.paid_at,
  json_object(
    'seller', json_object('name', coalesce(p.translations ->> ('$.' || u.language || '.name'), p.name), 'email', p.email, 'address', json(p.address),
      'tax_number', coalesce(p.selling ->> ('$.translations.' || u.language || '.tax_number'), p.selling ->> '$.tax_number')),
    'lines', (SELECT json_group_array(json_object('item_id', i.id, 'type', i.type, 'quantity', i.quantity,
        'name', coalesce(i.translations ->> ('$.' || u.language || '.product_name'), i.product_name),
        'amount', i.amount, 'discount', i.amount_discount, 'fee', iif(i.is_fee_included = 1, 0, i.amount_fee), 'taxes', json(i.taxes),
        'when', (SELECT json_object('starts_at', b.starts_at, 'ends_at', b.ends_at, 'dates', json(b.dates), 'timezone', b.timezone, 'overnight', b.overnight,
          'venue', coalesce(b.venue ->> ('$.translations.' || u.language || '.name'), b.venue ->> '$.name')) FROM bookings AS b WHERE b.id = i.registration_id))
        ORDER BY i.position)
      FROM order_items AS i WHERE i.order_id = o.id AND (i.cancelled_at IS NULL OR i.cancelled_at > o.paid_at)),
    'discounts', (SELECT json_group_array(json_object('name', coalesce(c.translations ->> ('$.' || u.language || '.name'), c.name, c.code), 'amount', d.amount) ORDER BY d.id)
      FROM discounts AS d JOIN coupons AS c ON c.id = d.coupon_id WHERE d.order_id = o.id AND d.amount > 0),
    'taxes', (SELECT json_group_array(json_object('name', coalesce(t.value ->> ('$.translations.' || u.language || '.name'), t.value ->> '$.name'),
        'percent', t.value -> '$.percent', 'is_included', t.value -> '$.is_included', 'amount', t.value -> '$.amount') ORDER BY t.key)
      FROM json_each(o.tax_items) AS t),
    'total', o.amount_total,
    'payments', (SELECT json_group_array(json_object('method', iif(y.provider = 'account_balance', y.provider, y.checkout_method), 'amount', y.amount_received,
        'carried', json(iif(y.carried_from IS NULL, 'false', 'true'))) ORDER BY y.created, y.id)
      FROM payments AS y WHERE y.order_id = o.id AND y.status = 'succeeded')) AS document,
  json_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'address', c.addresses -> '$[0]',
    'cards', (SELECT json_group_array(json_object('brand', y.card ->> '$.brand', 'last4', y.card ->> '$.last4') ORDER BY y.created, y.id)
      FROM payments AS y WHERE y.order_id = o.id AND y.status = 'succeeded')) AS buyer,
  (SELECT json_group_object(i.id, coalesce(i.attendee_name, a.attendee_name)) FROM order_items AS i LEFT JOIN order_items AS a ON a.id = i.parent
    WHERE i.order_id = o.id AND coalesce(i.attendee_name, a.attendee_name) IS NOT NULL) AS people
FROM orders AS o JOIN programs AS p ON p.id = o.program_id JOIN customers AS c ON c.id = o.customer_id JOIN users AS u ON u.id = c.user_id
WHERE o.receipt_number IS NOT NULL;

-- Orders that were paid before: their receipt as the order is now, without names where the person was erased, and one
-- credit note for each refund that succeeded, numbered by year.
INSERT INTO receipts (id, program_id, order_id, kind, number, amount, currency, language, issued_at, document, buyer, people)
SELECT 'rct_' || substr(v.order_id, 5), v.program_id, v.order_id, 'receipt', v.number, v.amount, v.currency, v.language, v.paid_at, v.document,
  iif(v.buyer ->> '$.email' LIKE '%@erased.invalid', NULL, v.buyer), iif(v.buyer ->> '$.email' LIKE '%@erased.invalid', '{}', v.people)
FROM receipt_documents AS v WHERE v.paid_at IS NOT NULL;
INSERT INTO receipts (id, program_id, order_id, kind, number, receipt_number, refund_id, amount, currency, language, issued_at, document, buyer)
SELECT 'rct_' || substr(f.id, 5), r.program_id, r.order_id, 'credit_note',
  printf('%s-C%05d', strftime('%Y', f.updated / 1000, 'unixepoch'), row_number() OVER (PARTITION BY r.program_id, strftime('%Y', f.updated / 1000, 'unixepoch') ORDER BY f.updated, f.id)),
  r.number, f.id, f.amount, r.currency, r.language, f.updated,
  json_object('lines', json('[]'), 'taxes', json('[]'), 'method', iif(f.destination = 'account_balance', f.destination, coalesce(y.checkout_method, 'offline')),
    'moved_to', (SELECT o.receipt_number FROM orders AS o WHERE o.id = f.inputs ->> '$.order_id'), 'reverses', NULL),
  iif(r.buyer IS NULL, NULL, json_object('cards', json_array(json_object('brand', y.card ->> '$.brand', 'last4', y.card ->> '$.last4'))))
FROM refunds AS f JOIN receipts AS r ON r.order_id = f.order_id AND r.kind = 'receipt' LEFT JOIN payments AS y ON y.id = f.payment_id
WHERE f.status = 'succeeded' AND coalesce(f.reason, '') <> 'payment_after_expiry';
INSERT INTO receipt_counters (program_id, year, last, last_credit)
SELECT n.program_id, CAST(substr(n.number, 1, 4) AS INTEGER), 0, count(*) FROM receipts AS n WHERE n.kind = 'credit_note' GROUP BY 1, 2
ON CONFLICT (program_id, year) DO UPDATE SET last_credit = excluded.last_credit;
