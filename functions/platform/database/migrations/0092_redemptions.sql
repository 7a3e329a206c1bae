-- The visits that an organisation used for a customer without a booking. The ledger follows a redemption by triggers alone:
-- a visit is taken when it is redeemed, and added again when it is returned. Unlimited credits are not counted.
CREATE TABLE redemptions (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  session_credit_id TEXT NOT NULL REFERENCES session_credits (id),
  attendee_profile_id TEXT,
  event_id TEXT REFERENCES events (id),
  appointment_type_id TEXT REFERENCES appointment_types (id),
  note TEXT,
  status TEXT NOT NULL DEFAULT 'redeemed' CHECK (status IN ('redeemed', 'returned')),
  step INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT redemption_for_one_thing CHECK (event_id IS NULL OR appointment_type_id IS NULL)
) STRICT;
CREATE INDEX redemptions_by_program ON redemptions (program_id, created);
CREATE INDEX redemptions_by_credit ON redemptions (session_credit_id);
CREATE INDEX redemptions_by_attendee_profile ON redemptions (attendee_profile_id) WHERE attendee_profile_id IS NOT NULL;
CREATE INDEX redemptions_by_event ON redemptions (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX redemptions_by_appointment_type ON redemptions (appointment_type_id) WHERE appointment_type_id IS NOT NULL;

ALTER TABLE session_credit_entries ADD COLUMN redemption_id TEXT REFERENCES redemptions (id);
CREATE INDEX session_credit_entries_by_redemption ON session_credit_entries (redemption_id) WHERE redemption_id IS NOT NULL;

CREATE TRIGGER redemption_of_usable_credit BEFORE INSERT ON redemptions
WHEN NOT EXISTS (SELECT 1 FROM session_credits AS c WHERE c.id = NEW.session_credit_id AND c.program_id = NEW.program_id
  AND c.is_paid = 1 AND c.is_suspended = 0 AND (c.expires_at IS NULL OR c.expires_at > NEW.created)
  AND (c.attendee_profile_id IS NULL OR c.attendee_profile_id IS NEW.attendee_profile_id))
BEGIN SELECT RAISE(ABORT, 'credit_not_usable'); END;
CREATE TRIGGER redemption_takes_visit AFTER INSERT ON redemptions
BEGIN
  INSERT INTO session_credit_entries (id, session_credit_id, kind, amount, redemption_id, dedupe, created)
  SELECT 'cre_' || lower(hex(randomblob(16))), c.id, 'redeem', iif(c.is_unlimited = 1, 0, -1), NEW.id, 'redeem:' || NEW.id, NEW.created
  FROM session_credits AS c WHERE c.id = NEW.session_credit_id;
END;
CREATE TRIGGER redemption_returns_visit AFTER UPDATE OF status ON redemptions
WHEN OLD.status = 'redeemed' AND NEW.status = 'returned'
BEGIN
  INSERT INTO session_credit_entries (id, session_credit_id, kind, amount, redemption_id, dedupe, created)
  SELECT 'cre_' || lower(hex(randomblob(16))), c.id, 'return', 1, NEW.id, 'return:' || NEW.id, NEW.updated
  FROM session_credits AS c WHERE c.id = NEW.session_credit_id AND c.is_unlimited = 0;
END;
CREATE TRIGGER redemption_stays_returned BEFORE UPDATE OF status ON redemptions WHEN OLD.status = 'returned' AND NEW.status <> 'returned'
BEGIN SELECT RAISE(ABORT, 'ledger_kept'); END;
