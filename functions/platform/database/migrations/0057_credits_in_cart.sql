-- A package and the bookings that use it are bought in one cart: its credits are there before they are paid for, for bookings of the
-- same order alone. They count from the moment the order is paid.
ALTER TABLE session_credits ADD COLUMN is_paid INTEGER NOT NULL DEFAULT 1 CONSTRAINT session_credit_paid CHECK (is_paid IN (0, 1));

CREATE TRIGGER session_credit_unpaid_begins BEFORE INSERT ON registrations
WHEN NEW.session_credit_id IS NOT NULL AND (NEW.status <> 'pending' OR NEW.order_id IS NOT NULL)
  AND EXISTS (SELECT 1 FROM session_credits AS c WHERE c.id = NEW.session_credit_id AND c.is_paid = 0)
BEGIN SELECT RAISE(ABORT, 'credit_not_paid'); END;
CREATE TRIGGER session_credit_unpaid_order BEFORE UPDATE OF order_id ON registrations
WHEN NEW.session_credit_id IS NOT NULL AND NEW.order_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM session_credits AS c WHERE c.id = NEW.session_credit_id AND c.is_paid = 0 AND c.order_id IS NOT NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'credit_not_paid'); END;
CREATE TRIGGER session_credit_unpaid_used BEFORE UPDATE OF status ON registrations
WHEN NEW.session_credit_id IS NOT NULL AND NEW.status IN ('confirmed', 'attended', 'no_show')
  AND EXISTS (SELECT 1 FROM session_credits AS c WHERE c.id = NEW.session_credit_id AND c.is_paid = 0)
BEGIN SELECT RAISE(ABORT, 'credit_not_paid'); END;
CREATE TRIGGER session_credit_stays_paid BEFORE UPDATE OF is_paid ON session_credits WHEN OLD.is_paid = 1 AND NEW.is_paid = 0
BEGIN SELECT RAISE(ABORT, 'ledger_kept'); END;

-- A package does not leave a cart while a place is held with it; then its credits are gone.
CREATE TRIGGER session_credit_line_stays BEFORE DELETE ON order_items
WHEN OLD.type = 'session_package' AND EXISTS (
  SELECT 1 FROM session_credits AS c JOIN registrations AS r ON r.session_credit_id = c.id
  WHERE c.order_item_id = OLD.id AND c.is_paid = 0 AND r.status = 'pending')
BEGIN SELECT RAISE(ABORT, 'package_in_use'); END;
CREATE TRIGGER session_credit_line_gone AFTER DELETE ON order_items
WHEN OLD.type = 'session_package' AND EXISTS (SELECT 1 FROM session_credits AS c WHERE c.order_item_id = OLD.id AND c.is_paid = 0 AND c.available > 0)
BEGIN
  INSERT INTO session_credit_entries (id, session_credit_id, kind, amount, registration_id, dedupe, created)
  SELECT 'cre_' || lower(hex(randomblob(16))), c.id, 'revoke', -c.available, NULL, 'revoke:' || c.id, c.updated
  FROM session_credits AS c WHERE c.order_item_id = OLD.id AND c.is_paid = 0;
END;

-- A class that gives credits back for a late cancellation, too, says so in its rule.
CREATE TRIGGER session_credit_given_back_late AFTER UPDATE OF status ON registrations
WHEN NEW.session_credit_id IS NOT NULL AND OLD.status = 'confirmed' AND NEW.status = 'late_cancelled'
  AND (SELECT is_unlimited FROM session_credits WHERE id = NEW.session_credit_id) = 0
  AND (SELECT b.refund ->> '$.session.late' FROM bookings AS b WHERE b.id = NEW.id) = 'return_credit'
BEGIN
  INSERT INTO session_credit_entries (id, session_credit_id, kind, amount, registration_id, dedupe, created)
  VALUES ('cre_' || lower(hex(randomblob(16))), NEW.session_credit_id, 'return', 1, NEW.id, 'return:' || NEW.id || ':' || NEW.step, NEW.updated);
END;

-- How often the owner of credits was told that they end: 14 days before, and 3 days before.
ALTER TABLE session_credits ADD COLUMN expiry_mails INTEGER NOT NULL DEFAULT 0 CONSTRAINT session_credit_mails CHECK (expiry_mails BETWEEN 0 AND 2);
