-- Orders that were paid before receipts were kept have receipts that also list the instalments paid later. Each of those payments
-- has a receipt of its own now, so the order's receipt keeps only the others.
DROP TRIGGER receipts_frozen;
UPDATE receipts SET amount = kept.amount, document = json_set(receipts.document, '$.payments', json(kept.payments)),
  buyer = iif(receipts.buyer IS NULL, NULL, json_set(receipts.buyer, '$.cards', json(kept.cards)))
FROM (SELECT y.order_id, sum(y.amount) AS amount,
    json_group_array(json_object('method', iif(y.provider = 'account_balance', y.provider, y.checkout_method), 'amount', y.amount,
      'carried', json(iif(y.carried_from IS NULL, 'false', 'true'))) ORDER BY y.created, y.id) AS payments,
    json_group_array(json_object('brand', y.card ->> '$.brand', 'last4', y.card ->> '$.last4') ORDER BY y.created, y.id) AS cards
  FROM receipt_payments AS y WHERE y.order_id IN (SELECT k.order_id FROM receipts AS k WHERE k.payment_id IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM receipts AS k WHERE k.payment_id = y.id)
  GROUP BY y.order_id) AS kept
WHERE receipts.order_id = kept.order_id AND receipts.kind = 'receipt' AND receipts.payment_id IS NULL AND receipts.amount > kept.amount;
CREATE TRIGGER receipts_frozen BEFORE UPDATE ON receipts
WHEN OLD.id IS NOT NEW.id OR OLD.program_id IS NOT NEW.program_id OR OLD.order_id IS NOT NEW.order_id OR OLD.kind IS NOT NEW.kind
  OR OLD.number IS NOT NEW.number OR OLD.receipt_number IS NOT NEW.receipt_number OR OLD.refund_id IS NOT NEW.refund_id
  OR OLD.payment_id IS NOT NEW.payment_id OR OLD.amount IS NOT NEW.amount OR OLD.currency IS NOT NEW.currency OR OLD.language IS NOT NEW.language
  OR OLD.issued_at IS NOT NEW.issued_at OR OLD.document IS NOT NEW.document OR NEW.buyer IS NOT NULL OR NEW.people <> '{}'
BEGIN SELECT RAISE(ABORT, 'receipt_frozen'); END;
