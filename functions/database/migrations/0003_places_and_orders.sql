-- Over 250 lines: orders, places, payments and what is scarce refer to each other, and a migration that has run is not split.
CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  status TEXT NOT NULL CONSTRAINT order_status CHECK (status IN ('draft', 'pending', 'requires_action', 'processing', 'paid', 'expired', 'cancelled')),
  step INTEGER NOT NULL DEFAULT 0,
  cancel_reason TEXT,
  receipt_number TEXT,
  currency TEXT NOT NULL,
  timezone TEXT NOT NULL,
  checkout_method TEXT CHECK (checkout_method IN ('card', 'offline', 'free')),
  use_account_balance INTEGER NOT NULL DEFAULT 0 CHECK (use_account_balance IN (0, 1)),
  quote_version INTEGER NOT NULL DEFAULT 1,
  amount_subtotal INTEGER NOT NULL DEFAULT 0,
  amount_discount INTEGER NOT NULL DEFAULT 0,
  amount_fee INTEGER NOT NULL DEFAULT 0,
  amount_tax INTEGER NOT NULL DEFAULT 0,
  amount_total INTEGER NOT NULL DEFAULT 0 CONSTRAINT order_amount CHECK (amount_total BETWEEN 0 AND 99999999),
  amount_paid INTEGER NOT NULL DEFAULT 0 CHECK (amount_paid >= 0),
  amount_refunding INTEGER NOT NULL DEFAULT 0 CHECK (amount_refunding >= 0),
  amount_returned INTEGER NOT NULL DEFAULT 0 CHECK (amount_returned >= 0),
  amount_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (amount_cancelled >= 0),
  tax_items TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tax_items)),
  starting_balance INTEGER NOT NULL DEFAULT 0,
  ending_balance INTEGER NOT NULL DEFAULT 0,
  hold_started_at INTEGER,
  hold_expires_at INTEGER,
  more_time_used INTEGER NOT NULL DEFAULT 0 CHECK (more_time_used IN (0, 1)),
  bank_time_used INTEGER NOT NULL DEFAULT 0 CHECK (bank_time_used IN (0, 1)),
  decline_time_used INTEGER NOT NULL DEFAULT 0 CHECK (decline_time_used IN (0, 1)),
  due_at INTEGER,
  paid_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT refunded_at_most_paid CHECK (amount_refunding <= amount_paid AND amount_returned <= amount_refunding),
  UNIQUE (program_id, receipt_number)
) STRICT;
CREATE INDEX orders_by_customer ON orders (customer_id, created);
CREATE INDEX orders_open ON orders (status, hold_expires_at) WHERE status IN ('draft', 'pending', 'requires_action', 'processing');

CREATE TABLE receipt_counters (
  program_id TEXT NOT NULL REFERENCES programs (id),
  year INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (program_id, year)
) STRICT, WITHOUT ROWID;

CREATE TABLE registrations (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  event_id TEXT NOT NULL REFERENCES events (id),
  option_id TEXT NOT NULL REFERENCES event_options (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  customer_profile_id TEXT NOT NULL REFERENCES customer_profiles (id),
  attendee_id TEXT NOT NULL REFERENCES attendees (id),
  attendee_profile_id TEXT NOT NULL REFERENCES attendee_profiles (id),
  order_id TEXT REFERENCES orders (id),
  status TEXT NOT NULL CONSTRAINT registration_status CHECK (status IN ('pending', 'confirmed', 'preregistered', 'waitlisted', 'offered', 'cancelled', 'late_cancelled', 'attended', 'no_show', 'expired')),
  step INTEGER NOT NULL DEFAULT 0,
  sequence INTEGER NOT NULL DEFAULT 0,
  held_since INTEGER,
  hold_expires_at INTEGER,
  form_response TEXT NOT NULL DEFAULT '{"landed_at":null,"submitted_at":null,"answers":[]}' CHECK (json_valid(form_response)),
  cancelled_at INTEGER,
  cancel_reason TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX registrations_by_customer ON registrations (customer_id, created);
CREATE INDEX registrations_by_order ON registrations (order_id);
CREATE INDEX registrations_by_attendee ON registrations (attendee_id, status);
CREATE INDEX registrations_by_event ON registrations (event_id, status);
CREATE INDEX registrations_held ON registrations (option_id, hold_expires_at) WHERE status = 'pending';
CREATE INDEX registrations_lapsing ON registrations (hold_expires_at) WHERE status = 'pending';

-- One living registration of one person in one option.
CREATE TRIGGER registration_once_added BEFORE INSERT ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered')
  AND EXISTS (SELECT 1 FROM registrations AS other WHERE other.attendee_id = NEW.attendee_id AND other.option_id = NEW.option_id
    AND other.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered'))
BEGIN SELECT RAISE(ABORT, 'already_registered'); END;
CREATE TRIGGER registration_once_changed BEFORE UPDATE OF status, option_id, attendee_id ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered')
  AND EXISTS (SELECT 1 FROM registrations AS other WHERE other.attendee_id = NEW.attendee_id AND other.option_id = NEW.option_id AND other.id <> NEW.id
    AND other.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered'))
BEGIN SELECT RAISE(ABORT, 'already_registered'); END;

-- Places are counted by the database alone: whoever touches a registration cannot forget it (reliability.md §4.1).
CREATE TRIGGER spots_added AFTER INSERT ON registrations WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_taken = spots_taken + 1 WHERE id = NEW.option_id;
  UPDATE pools SET spots_taken = spots_taken + 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = NEW.option_id);
END;
CREATE TRIGGER spots_removed AFTER DELETE ON registrations WHEN OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show')
BEGIN
  UPDATE event_options SET spots_taken = spots_taken - 1 WHERE id = OLD.option_id;
  UPDATE pools SET spots_taken = spots_taken - 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = OLD.option_id);
END;
CREATE TRIGGER spots_released AFTER UPDATE OF status, option_id ON registrations
WHEN OLD.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') AND (NEW.option_id <> OLD.option_id OR NEW.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE event_options SET spots_taken = spots_taken - 1 WHERE id = OLD.option_id;
  UPDATE pools SET spots_taken = spots_taken - 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = OLD.option_id);
END;
CREATE TRIGGER spots_taken_again AFTER UPDATE OF status, option_id ON registrations
WHEN NEW.status IN ('pending', 'offered', 'confirmed', 'attended', 'no_show') AND (NEW.option_id <> OLD.option_id OR OLD.status NOT IN ('pending', 'offered', 'confirmed', 'attended', 'no_show'))
BEGIN
  UPDATE event_options SET spots_taken = spots_taken + 1 WHERE id = NEW.option_id;
  UPDATE pools SET spots_taken = spots_taken + 1 WHERE id IN (SELECT pool_id FROM option_pools WHERE option_id = NEW.option_id);
END;
CREATE TRIGGER pool_joined AFTER INSERT ON option_pools
BEGIN
  UPDATE pools SET spots_taken = spots_taken + (SELECT spots_taken FROM event_options WHERE id = NEW.option_id) WHERE id = NEW.pool_id;
END;
CREATE TRIGGER pool_left AFTER DELETE ON option_pools
BEGIN
  UPDATE pools SET spots_taken = spots_taken - (SELECT spots_taken FROM event_options WHERE id = OLD.option_id) WHERE id = OLD.pool_id;
END;
CREATE TRIGGER registrations_counted AFTER UPDATE OF status, attendee_profile_id ON registrations
WHEN OLD.status <> NEW.status OR OLD.attendee_profile_id <> NEW.attendee_profile_id
BEGIN
  UPDATE attendee_profiles SET num_registrations = num_registrations - 1 WHERE id = OLD.attendee_profile_id AND OLD.status IN ('confirmed', 'attended', 'no_show');
  UPDATE attendee_profiles SET num_registrations = num_registrations + 1 WHERE id = NEW.attendee_profile_id AND NEW.status IN ('confirmed', 'attended', 'no_show');
END;

CREATE TABLE waiver_acceptances (
  id TEXT PRIMARY KEY,
  waiver_id TEXT NOT NULL REFERENCES waivers (id),
  version INTEGER NOT NULL,
  text_hash TEXT NOT NULL,
  registration_id TEXT NOT NULL REFERENCES registrations (id),
  accepted_by_customer_id TEXT NOT NULL,
  on_behalf_of_attendee_id TEXT NOT NULL,
  relation TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  ip_prefix TEXT,
  UNIQUE (registration_id, waiver_id, version)
) STRICT;

CREATE TABLE order_items (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('event_option', 'appointment_option', 'session_package', 'membership_package', 'product_variation', 'balance_due')),
  source TEXT,
  parent TEXT REFERENCES order_items (id),
  product_id TEXT NOT NULL,
  product_name TEXT NOT NULL,
  product_variation_id TEXT,
  product_category_id TEXT,
  registration_id TEXT REFERENCES registrations (id),
  attendee_name TEXT,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 50),
  unit_amount INTEGER NOT NULL CHECK (unit_amount BETWEEN 0 AND 99999999),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 99999999),
  amount_discount INTEGER NOT NULL DEFAULT 0,
  amount_fee INTEGER NOT NULL DEFAULT 0 CHECK (amount_fee >= 0),
  amount_tax INTEGER NOT NULL DEFAULT 0 CHECK (amount_tax >= 0),
  is_fee_included INTEGER NOT NULL DEFAULT 0 CHECK (is_fee_included IN (0, 1)),
  taxes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(taxes)),
  cancelled_at INTEGER,
  amount_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (amount_cancelled >= 0),
  created INTEGER NOT NULL,
  CONSTRAINT item_discount CHECK (amount_discount BETWEEN 0 AND amount)
) STRICT;
CREATE INDEX order_items_by_order ON order_items (order_id, position);
CREATE UNIQUE INDEX one_item_of_registration ON order_items (registration_id) WHERE registration_id IS NOT NULL AND cancelled_at IS NULL;

-- A coupon on an order. state: applied (a draft's), reserved (pending), final (paid), released.
CREATE TABLE discounts (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  coupon_id TEXT NOT NULL REFERENCES coupons (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  is_entered INTEGER NOT NULL CHECK (is_entered IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'applied' CHECK (state IN ('applied', 'reserved', 'final', 'released')),
  redeemed INTEGER,
  created INTEGER NOT NULL,
  UNIQUE (order_id, coupon_id)
) STRICT;
CREATE INDEX discounts_by_coupon ON discounts (coupon_id, customer_id, state);
CREATE TRIGGER coupon_limit_customer BEFORE UPDATE OF state ON discounts
WHEN NEW.state IN ('reserved', 'final') AND OLD.state NOT IN ('reserved', 'final')
  AND (SELECT limit_customer FROM coupons WHERE id = NEW.coupon_id)
    <= (SELECT count(*) FROM discounts WHERE coupon_id = NEW.coupon_id AND customer_id = NEW.customer_id AND state IN ('reserved', 'final'))
BEGIN SELECT RAISE(ABORT, 'coupon_customer_limit'); END;
CREATE TRIGGER coupon_taken AFTER UPDATE OF state ON discounts WHEN NEW.state IN ('reserved', 'final') AND OLD.state NOT IN ('reserved', 'final')
BEGIN UPDATE coupons SET times_redeemed = times_redeemed + 1 WHERE id = NEW.coupon_id; END;
CREATE TRIGGER coupon_given_back AFTER UPDATE OF state ON discounts WHEN OLD.state IN ('reserved', 'final') AND NEW.state NOT IN ('reserved', 'final')
BEGIN UPDATE coupons SET times_redeemed = times_redeemed - 1 WHERE id = NEW.coupon_id; END;
CREATE TRIGGER coupon_removed AFTER DELETE ON discounts WHEN OLD.state IN ('reserved', 'final')
BEGIN UPDATE coupons SET times_redeemed = times_redeemed - 1 WHERE id = OLD.coupon_id; END;

CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL CONSTRAINT payment_status CHECK (status IN ('created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled')),
  step INTEGER NOT NULL DEFAULT 0,
  checkout_method TEXT NOT NULL CHECK (checkout_method IN ('card', 'offline', 'free')),
  amount_total INTEGER NOT NULL CHECK (amount_total BETWEEN 0 AND 99999999),
  amount_received INTEGER NOT NULL DEFAULT 0 CHECK (amount_received >= 0),
  currency TEXT NOT NULL,
  provider TEXT,
  intent_id TEXT UNIQUE,
  card TEXT CHECK (card IS NULL OR json_valid(card)),
  next_action_url TEXT,
  client_secret TEXT,
  return_url TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  error_type TEXT,
  asked_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX payments_by_order ON payments (order_id, created);
CREATE INDEX payments_open ON payments (status, asked_at) WHERE status IN ('created', 'requires_action', 'processing');
CREATE UNIQUE INDEX one_live_payment ON payments (order_id) WHERE status IN ('created', 'requires_action', 'processing');
CREATE TRIGGER order_paid_added AFTER INSERT ON payments WHEN NEW.status = 'succeeded'
BEGIN UPDATE orders SET amount_paid = amount_paid + NEW.amount_received WHERE id = NEW.order_id; END;
CREATE TRIGGER order_paid_changed AFTER UPDATE OF status, amount_received ON payments WHEN NEW.status = 'succeeded' OR OLD.status = 'succeeded'
BEGIN
  UPDATE orders SET amount_paid = amount_paid
    - (CASE WHEN OLD.status = 'succeeded' THEN OLD.amount_received ELSE 0 END)
    + (CASE WHEN NEW.status = 'succeeded' THEN NEW.amount_received ELSE 0 END) WHERE id = NEW.order_id;
END;

CREATE TABLE card_declines (
  id INTEGER PRIMARY KEY,
  customer_id TEXT NOT NULL,
  order_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  code TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX card_declines_by_customer ON card_declines (customer_id, at);
CREATE INDEX card_declines_by_order ON card_declines (order_id, at);

CREATE TABLE refund_requests (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL CONSTRAINT refund_request_status CHECK (status IN ('requested', 'approved', 'declined', 'withdrawn', 'completed')),
  step INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL,
  reason_other TEXT,
  registration_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(registration_ids)),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX refund_requests_by_order ON refund_requests (order_id);

CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  payment_id TEXT REFERENCES payments (id),
  refund_request_id TEXT REFERENCES refund_requests (id),
  dedupe TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CONSTRAINT refund_status CHECK (status IN ('pending', 'requires_action', 'succeeded', 'failed', 'cancelled')),
  step INTEGER NOT NULL DEFAULT 0,
  amount INTEGER NOT NULL CHECK (amount > 0),
  destination TEXT NOT NULL DEFAULT 'original_method' CHECK (destination IN ('original_method', 'account_balance')),
  provider_refund_id TEXT,
  failure TEXT,
  reason TEXT,
  inputs TEXT NOT NULL CHECK (json_valid(inputs)),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX refunds_by_order ON refunds (order_id);
CREATE INDEX refunds_open ON refunds (status, updated) WHERE status IN ('pending', 'requires_action');
CREATE TRIGGER order_refund_added AFTER INSERT ON refunds WHEN NEW.status IN ('pending', 'requires_action', 'succeeded')
BEGIN
  UPDATE orders SET amount_refunding = amount_refunding + NEW.amount,
    amount_returned = amount_returned + (CASE WHEN NEW.status = 'succeeded' THEN NEW.amount ELSE 0 END) WHERE id = NEW.order_id;
END;
CREATE TRIGGER order_refund_changed AFTER UPDATE OF status ON refunds WHEN NEW.status <> OLD.status
BEGIN
  UPDATE orders SET
    amount_refunding = amount_refunding
      - (CASE WHEN OLD.status IN ('pending', 'requires_action', 'succeeded') THEN OLD.amount ELSE 0 END)
      + (CASE WHEN NEW.status IN ('pending', 'requires_action', 'succeeded') THEN NEW.amount ELSE 0 END),
    amount_returned = amount_returned
      - (CASE WHEN OLD.status = 'succeeded' THEN OLD.amount ELSE 0 END)
      + (CASE WHEN NEW.status = 'succeeded' THEN NEW.amount ELSE 0 END)
  WHERE id = NEW.order_id;
END;
