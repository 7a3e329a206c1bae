-- What a membership is sold under: days free of charge, how often it is paid before it ends by itself, on which day of the month.
ALTER TABLE membership_packages ADD COLUMN trial_days INTEGER CONSTRAINT membership_package_trial CHECK (trial_days BETWEEN 1 AND 365);
ALTER TABLE membership_packages ADD COLUMN trial_needs_card INTEGER NOT NULL DEFAULT 1 CHECK (trial_needs_card IN (0, 1));
ALTER TABLE membership_packages ADD COLUMN num_periods INTEGER CONSTRAINT membership_package_periods CHECK (num_periods BETWEEN 1 AND 520);
ALTER TABLE membership_packages ADD COLUMN anchor_day INTEGER CONSTRAINT membership_package_anchor CHECK (anchor_day BETWEEN 1 AND 31);

-- The credits of a membership are credits of a package of the same id, which cannot be bought by itself: kept by triggers.
ALTER TABLE session_packages ADD COLUMN is_of_membership INTEGER NOT NULL DEFAULT 0 CHECK (is_of_membership IN (0, 1));
INSERT INTO session_packages (id, program_id, key, name, cost, allocated_amount, is_unlimited, is_discontinued, created, updated, translations, is_of_membership)
SELECT id, program_id, 'membership:' || key, name, cost, allocated_amount, allocated_amount IS NULL, 1, created, updated, translations, 1 FROM membership_packages;
CREATE TRIGGER membership_credits_added AFTER INSERT ON membership_packages
BEGIN
  INSERT INTO session_packages (id, program_id, key, name, cost, allocated_amount, is_unlimited, is_discontinued, created, updated, translations, is_of_membership)
  VALUES (NEW.id, NEW.program_id, 'membership:' || NEW.key, NEW.name, NEW.cost, NEW.allocated_amount, NEW.allocated_amount IS NULL, 1, NEW.created, NEW.updated, NEW.translations, 1);
END;
CREATE TRIGGER membership_credits_changed AFTER UPDATE ON membership_packages
BEGIN
  UPDATE session_packages SET name = NEW.name, translations = NEW.translations, allocated_amount = NEW.allocated_amount,
    is_unlimited = NEW.allocated_amount IS NULL, updated = NEW.updated WHERE id = NEW.id AND is_of_membership = 1;
END;
CREATE TRIGGER membership_credits_removed BEFORE DELETE ON membership_packages
BEGIN DELETE FROM session_packages WHERE id = OLD.id AND is_of_membership = 1; END;

-- Dates are days of the program's clock, yyyy-mm-dd; a period begins at its midnight, and its end is exclusive.
CREATE TABLE memberships (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  -- For whom. Null: for all that the customer books for.
  attendee_profile_id TEXT,
  package_id TEXT NOT NULL REFERENCES membership_packages (id),
  status TEXT NOT NULL CONSTRAINT membership_status CHECK (status IN ('scheduled', 'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'cancelled', 'expired')),
  step INTEGER NOT NULL DEFAULT 0,
  -- Whether what it opens is open: in a trial, in a paid period, and for a while after a renewal was refused.
  is_usable INTEGER NOT NULL DEFAULT 0 CHECK (is_usable IN (0, 1)),
  -- Without foreign keys: an order is removed after its time, its membership is not.
  order_id TEXT,
  order_item_id TEXT,
  payment_source_id TEXT,
  timezone TEXT NOT NULL,
  terms TEXT NOT NULL CHECK (json_valid(terms)),
  -- What a period costs. What was announced holds for periods that begin from a day on.
  cost INTEGER NOT NULL CHECK (cost > 0),
  next_cost INTEGER CHECK (next_cost > 0),
  next_cost_on TEXT,
  -- Unused days of holds, given with the next charge.
  credit_amount INTEGER NOT NULL DEFAULT 0 CONSTRAINT membership_credit CHECK (credit_amount >= 0),
  start_on TEXT NOT NULL,
  trial_end_on TEXT,
  anchor_on TEXT NOT NULL,
  anchor_day INTEGER NOT NULL CHECK (anchor_day BETWEEN 1 AND 31),
  -- Which period from the anchor on is the present one, below 0 before the first.
  period_index INTEGER NOT NULL DEFAULT -1 CHECK (period_index >= -2),
  period_start_on TEXT,
  period_end_on TEXT,
  num_paid INTEGER NOT NULL DEFAULT 0 CHECK (num_paid >= 0),
  cancel_at_period_end INTEGER NOT NULL DEFAULT 0 CHECK (cancel_at_period_end IN (0, 1)),
  cancel_reason TEXT CHECK (cancel_reason IN ('too_expensive', 'not_used', 'moved_away', 'schedule', 'quality', 'switched', 'temporary', 'other')),
  cancel_reason_other TEXT,
  ended_at INTEGER,
  pause_on TEXT,
  resume_on TEXT,
  -- How often the card was refused for the period that is due, and by which name it is charged.
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  charge_key TEXT,
  due_on TEXT,
  next_grant_on TEXT,
  -- When the clock looks at it again.
  next_step_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT membership_usable CHECK (CASE WHEN status IN ('trialing', 'active') THEN is_usable = 1 WHEN status = 'past_due' THEN true ELSE is_usable = 0 END),
  CONSTRAINT membership_period CHECK (period_end_on IS NULL OR period_end_on > period_start_on),
  CONSTRAINT membership_price_change CHECK ((next_cost IS NULL) = (next_cost_on IS NULL)),
  CONSTRAINT membership_ended CHECK ((ended_at IS NOT NULL) = (status IN ('cancelled', 'expired', 'incomplete_expired')) AND (ended_at IS NULL OR next_step_at IS NULL)),
  CONSTRAINT membership_hold CHECK (pause_on IS NOT NULL OR resume_on IS NULL)
) STRICT;
-- A line makes one membership; one that was not paid in time may be bought again.
CREATE UNIQUE INDEX one_membership_of_item ON memberships (order_item_id) WHERE order_item_id IS NOT NULL AND status <> 'incomplete_expired';
-- Nobody has the same membership twice at a time: the second is refused before a card is charged.
CREATE UNIQUE INDEX one_membership_at_a_time ON memberships (customer_profile_id, package_id, coalesce(attendee_profile_id, '')) WHERE ended_at IS NULL;
CREATE INDEX memberships_by_customer ON memberships (customer_id, program_id, created);
CREATE INDEX memberships_by_package ON memberships (package_id, status);
CREATE INDEX memberships_by_order ON memberships (order_id);
CREATE INDEX memberships_by_customer_profile ON memberships (customer_profile_id);
CREATE INDEX memberships_by_attendee_profile ON memberships (attendee_profile_id) WHERE attendee_profile_id IS NOT NULL;
CREATE INDEX memberships_due ON memberships (next_step_at) WHERE next_step_at IS NOT NULL;
CREATE INDEX memberships_in_trial ON memberships (trial_end_on) WHERE status = 'trialing';

-- What is kept of a membership where it is shown.
ALTER TABLE customer_profiles ADD COLUMN has_active_membership INTEGER NOT NULL DEFAULT 0 CHECK (has_active_membership IN (0, 1));
CREATE TRIGGER membership_counts_from_start AFTER INSERT ON memberships WHEN NEW.is_usable = 1
BEGIN
  UPDATE customer_profiles SET has_active_membership = 1 WHERE id = NEW.customer_profile_id;
  UPDATE attendee_profiles SET has_active_memberships = 1 WHERE id = NEW.attendee_profile_id;
END;
CREATE TRIGGER membership_counts AFTER UPDATE OF is_usable, attendee_profile_id ON memberships
WHEN (OLD.is_usable, OLD.attendee_profile_id) IS NOT (NEW.is_usable, NEW.attendee_profile_id)
BEGIN
  UPDATE customer_profiles SET has_active_membership = EXISTS (SELECT 1 FROM memberships AS m WHERE m.customer_profile_id = NEW.customer_profile_id AND m.is_usable = 1)
  WHERE id = NEW.customer_profile_id;
  UPDATE attendee_profiles SET has_active_memberships = EXISTS (SELECT 1 FROM memberships AS m WHERE m.attendee_profile_id = attendee_profiles.id AND m.is_usable = 1)
  WHERE id IN (OLD.attendee_profile_id, NEW.attendee_profile_id);
  UPDATE session_credits SET is_suspended = 1 - NEW.is_usable WHERE membership_id = NEW.id;
END;
-- Credits end with their membership.
CREATE TRIGGER membership_ends AFTER UPDATE OF ended_at ON memberships WHEN NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL
BEGIN UPDATE session_credits SET expires_at = min(coalesce(expires_at, NEW.ended_at), NEW.ended_at), updated = max(updated, NEW.ended_at) WHERE membership_id = NEW.id; END;
CREATE TRIGGER membership_stays_ended BEFORE UPDATE OF status ON memberships WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'guard_failed:state'); END;

-- Credits that a membership gives: once for each of its periods.
ALTER TABLE session_credits ADD COLUMN membership_id TEXT REFERENCES memberships (id);
ALTER TABLE session_credits ADD COLUMN grant_key TEXT;
ALTER TABLE session_credits ADD COLUMN is_suspended INTEGER NOT NULL DEFAULT 0 CHECK (is_suspended IN (0, 1));
CREATE UNIQUE INDEX session_credits_by_grant ON session_credits (membership_id, grant_key) WHERE membership_id IS NOT NULL;
CREATE TRIGGER suspended_credit_waits BEFORE INSERT ON session_credit_entries
WHEN NEW.kind = 'reserve' AND (SELECT is_suspended FROM session_credits WHERE id = NEW.session_credit_id) = 1
BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: credit_not_available'); END;

-- The order of one period of a membership: it is charged once, whatever clocks there are.
ALTER TABLE orders ADD COLUMN membership_id TEXT REFERENCES memberships (id);
ALTER TABLE orders ADD COLUMN membership_period TEXT CONSTRAINT order_membership_period CHECK ((membership_id IS NULL) = (membership_period IS NULL));
CREATE UNIQUE INDEX one_order_of_period ON orders (membership_id, membership_period) WHERE membership_id IS NOT NULL AND status NOT IN ('cancelled', 'expired');
CREATE INDEX orders_by_membership ON orders (membership_id, created) WHERE membership_id IS NOT NULL;

-- The membership that a line is for, as it was agreed.
ALTER TABLE order_items ADD COLUMN membership_terms TEXT
  CONSTRAINT item_membership_terms CHECK (membership_terms IS NULL OR (json_valid(membership_terms) AND type = 'membership_package'));
