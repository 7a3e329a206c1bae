-- How the organisation handed over a refund that it did not send, or that it corrects a payment typed wrong; NULL for the others.
ALTER TABLE refunds ADD COLUMN returned_as TEXT
  CONSTRAINT refund_returned_as CHECK (returned_as IS NULL OR (returned_as IN ('cash', 'correction') AND destination = 'original_method'));
-- Words of the organisation's staff about a change.
ALTER TABLE status_history ADD COLUMN note TEXT;

-- A receipt has only the money that its order kept: not what came too late or too little and is refunded for that reason,
-- and not what was recorded by mistake.
DROP VIEW receipt_payments;
CREATE VIEW receipt_payments AS
SELECT * FROM (
  SELECT y.id, y.order_id, y.checkout_method, y.provider, y.card, y.carried_from, y.created,
    y.amount_received - coalesce((SELECT sum(f.amount) FROM refunds AS f WHERE f.payment_id = y.id
      AND (f.reason = 'payment_after_expiry' OR (f.returned_as = 'correction' AND f.status = 'succeeded'))), 0) AS amount
  FROM payments AS y WHERE y.status = 'succeeded'
    AND NOT EXISTS (SELECT 1 FROM outbox AS q WHERE q.dedupe = 'refund.late_payment:' || y.id AND q.done_at IS NULL))
WHERE amount > 0;
