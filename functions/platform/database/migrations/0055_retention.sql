-- What is kept for a time only is found by when that time began.
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX outbox_dead ON outbox (dead_at) WHERE dead_at IS NOT NULL;
CREATE INDEX mailbox_by_age ON mailbox (created);
CREATE INDEX sessions_by_end ON sessions (coalesce(ended_at, expires_at));
-- Steps of what is on no receipt.
CREATE INDEX status_history_off_receipts ON status_history (at)
  WHERE object NOT IN ('order', 'registration', 'payment', 'refund', 'refund_request', 'balance_entry', 'instalment', 'check_in', 'feedback');
CREATE INDEX support_reports_by_update ON support_reports (updated);
