-- What a request for a refund is decided by: its program, where the money goes, who decided what and when.
ALTER TABLE refund_requests ADD COLUMN program_id TEXT REFERENCES programs (id);
ALTER TABLE refund_requests ADD COLUMN comment TEXT;
ALTER TABLE refund_requests ADD COLUMN destination TEXT NOT NULL DEFAULT 'original_method' CONSTRAINT refund_request_destination CHECK (destination IN ('original_method', 'account_balance'));
ALTER TABLE refund_requests ADD COLUMN amount_approved INTEGER CONSTRAINT refund_request_approved CHECK (amount_approved >= 0);
ALTER TABLE refund_requests ADD COLUMN decision_text TEXT;
ALTER TABLE refund_requests ADD COLUMN decided_by TEXT;
ALTER TABLE refund_requests ADD COLUMN decided_at INTEGER;
ALTER TABLE refund_requests ADD COLUMN reminded_at INTEGER;
UPDATE refund_requests SET program_id = (SELECT orders.program_id FROM orders WHERE orders.id = refund_requests.order_id);
CREATE INDEX refund_requests_by_program ON refund_requests (program_id, created);
CREATE INDEX refund_requests_waiting ON refund_requests (created) WHERE status = 'requested' AND reminded_at IS NULL;
CREATE INDEX refund_requests_approved ON refund_requests (updated) WHERE status = 'approved';
CREATE INDEX refunds_by_request ON refunds (refund_request_id) WHERE refund_request_id IS NOT NULL;
-- A request is decided once: by whoever approves, declines or withdraws it first.
CREATE TRIGGER refund_request_decided BEFORE UPDATE OF status ON refund_requests
WHEN OLD.status <> NEW.status AND OLD.status <> 'requested' AND NOT (OLD.status = 'approved' AND NEW.status = 'completed')
BEGIN SELECT RAISE(ABORT, 'refund_request_decided'); END;

-- Money that an organisation took itself: how, under which reference, and who wrote it down. One reference of an order counts once.
ALTER TABLE payments ADD COLUMN received_as TEXT CONSTRAINT payment_received_as CHECK (received_as IN ('cash', 'cheque', 'transfer', 'other'));
ALTER TABLE payments ADD COLUMN reference TEXT;
ALTER TABLE payments ADD COLUMN recorded_by TEXT;
CREATE UNIQUE INDEX payments_reference ON payments (order_id, reference) WHERE reference IS NOT NULL;

-- What an organisation decided about an alert that it was mailed: once for an alert.
CREATE TABLE desk_decisions (
  task TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  decision TEXT NOT NULL CONSTRAINT desk_decision CHECK (decision IN ('seen', 'returned_by_hand', 'send_again')),
  note TEXT,
  decided_by TEXT,
  decided_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
