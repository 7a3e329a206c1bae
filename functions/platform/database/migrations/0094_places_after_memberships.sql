-- Until when the normal price of a place must be paid, because the membership that opened it ends before its day. Null for all
-- other places.
ALTER TABLE registrations ADD COLUMN price_due_at INTEGER;
CREATE INDEX registrations_by_price_due ON registrations (price_due_at) WHERE price_due_at IS NOT NULL AND status = 'confirmed';

-- A place keeps the visit that pays for it. Only a place whose normal price is due changes from its visit to money, and the visit
-- goes back.
DROP TRIGGER session_credit_stays;
CREATE TRIGGER session_credit_stays BEFORE UPDATE OF session_credit_id ON registrations
WHEN OLD.session_credit_id IS NOT NEW.session_credit_id
  AND NOT (NEW.session_credit_id IS NULL AND OLD.price_due_at IS NOT NULL AND OLD.status = 'confirmed' AND NEW.order_id IS NOT OLD.order_id)
BEGIN SELECT RAISE(ABORT, 'ledger_kept'); END;
CREATE TRIGGER session_credit_replaced AFTER UPDATE OF session_credit_id ON registrations
WHEN OLD.session_credit_id IS NOT NULL AND NEW.session_credit_id IS NULL
  AND (SELECT is_unlimited FROM session_credits WHERE id = OLD.session_credit_id) = 0
BEGIN
  INSERT INTO session_credit_entries (id, session_credit_id, kind, amount, registration_id, dedupe, created)
  VALUES ('cre_' || lower(hex(randomblob(16))), OLD.session_credit_id, 'return', 1, NEW.id, 'return:' || NEW.id || ':' || NEW.step, NEW.updated);
END;
