-- A cancelled place stays cancelled. It comes back only when staff undo their own cancellation within ten minutes: the undo
-- has its row in the history first, the right to it (the outbox row of the step that cancelled the place) is neither used
-- nor over, and no refund of the cancellation was sent.
CREATE TRIGGER cancelled_place_stays BEFORE UPDATE OF status ON registrations
WHEN OLD.status IN ('cancelled', 'late_cancelled') AND NEW.status <> OLD.status AND NOT (
  NEW.status = 'confirmed' AND NEW.step = OLD.step + 1
  AND EXISTS (SELECT 1 FROM status_history AS h WHERE h.object = 'registration' AND h.object_id = OLD.id AND h.step = OLD.step
    AND h.actor_type = 'organiser' AND h.from_status = 'confirmed' AND h.to_status = OLD.status AND h.at > NEW.updated - 600000)
  AND EXISTS (SELECT 1 FROM status_history AS h WHERE h.object = 'registration' AND h.object_id = OLD.id AND h.step = NEW.step
    AND h.actor_type = 'organiser' AND h.to_status = 'confirmed' AND h.reason = 'undone' AND h.at = NEW.updated)
  AND EXISTS (SELECT 1 FROM outbox AS o WHERE o.dedupe = 'registration.undo_over:' || OLD.id || ':' || OLD.step
    AND o.done_at IS NULL AND o.due_at > NEW.updated AND o.body ->> '$.change' = 'cancellation')
  AND NOT EXISTS (SELECT 1 FROM refunds AS f WHERE f.order_id = OLD.order_id
    AND instr(f.dedupe, 'cancel:' || OLD.id || ':' || (OLD.step - 1) || ':') = 1 AND (f.status NOT IN ('pending', 'requires_action')
      OR EXISTS (SELECT 1 FROM outbox AS o WHERE o.dedupe IN ('refund.execute:' || f.id, 'refund.credit:' || f.id, 'payment.needs_attention:refund:' || f.id)
        AND (o.done_at IS NOT NULL OR o.leased_until IS NOT NULL)))))
BEGIN SELECT RAISE(ABORT, 'cancelled_place_stays'); END;

-- So does a cancelled order, unless its last place just came back. The order did not change since that place was cancelled.
CREATE TRIGGER cancelled_order_stays BEFORE UPDATE OF status ON orders
WHEN OLD.status = 'cancelled' AND NEW.status <> OLD.status AND NOT (
  NEW.status = 'paid' AND NEW.step = OLD.step + 1
  AND EXISTS (SELECT 1 FROM registrations AS r
    JOIN status_history AS h ON h.object = 'registration' AND h.object_id = r.id AND h.step = r.step
    JOIN outbox AS o ON o.dedupe = 'registration.undo_over:' || r.id || ':' || (r.step - 1)
    WHERE r.order_id = OLD.id AND h.reason = 'undone' AND h.at = NEW.updated
      AND o.done_at IS NULL AND o.due_at > NEW.updated AND o.body ->> '$.order_step' = OLD.step))
BEGIN SELECT RAISE(ABORT, 'cancelled_order_stays'); END;

-- A visit that the cancellation gave back is used again, if it is still there.
CREATE TRIGGER session_credit_undone AFTER UPDATE OF status ON registrations
WHEN NEW.session_credit_id IS NOT NULL AND OLD.status IN ('cancelled', 'late_cancelled') AND NEW.status = 'confirmed'
  AND EXISTS (SELECT 1 FROM session_credit_entries AS e WHERE e.dedupe = 'return:' || OLD.id || ':' || OLD.step)
BEGIN
  INSERT INTO session_credit_entries (id, session_credit_id, kind, amount, registration_id, dedupe, created)
  VALUES ('cre_' || lower(hex(randomblob(16))), NEW.session_credit_id, 'reserve', -1, NEW.id, 'reserve:' || NEW.id || ':' || NEW.step, NEW.updated),
    ('cre_' || lower(hex(randomblob(16))), NEW.session_credit_id, 'redeem', 0, NEW.id, 'redeem:' || NEW.id || ':' || NEW.step, NEW.updated);
END;
