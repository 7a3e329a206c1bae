-- The ledger of visits never changes, except that the reason of a correction is erased with the customer.
DROP TRIGGER session_credit_entry_kept;
CREATE TRIGGER session_credit_entry_kept BEFORE UPDATE ON session_credit_entries
WHEN OLD.id IS NOT NEW.id OR OLD.session_credit_id IS NOT NEW.session_credit_id OR OLD.kind IS NOT NEW.kind OR OLD.amount IS NOT NEW.amount
  OR OLD.registration_id IS NOT NEW.registration_id OR OLD.redemption_id IS NOT NEW.redemption_id OR OLD.dedupe IS NOT NEW.dedupe
  OR OLD.created IS NOT NEW.created OR NEW.note IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'ledger_kept'); END;
