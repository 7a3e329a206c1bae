-- What is bought as such: visits in a bundle, and memberships that are paid by the period (decisions.md §6, §7). Amounts in minor units.
CREATE TABLE session_packages (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  cost INTEGER NOT NULL CONSTRAINT session_package_cost CHECK (cost BETWEEN 1 AND 99999999),
  include_fee INTEGER CHECK (include_fee IN (0, 1)),
  allocated_amount INTEGER CHECK (allocated_amount >= 1),
  is_unlimited INTEGER NOT NULL DEFAULT 0 CHECK (is_unlimited IN (0, 1)),
  expiry_amount INTEGER CHECK (expiry_amount >= 1),
  expiry_period TEXT CHECK (expiry_period IN ('day', 'week', 'month', 'year')),
  is_discontinued INTEGER NOT NULL DEFAULT 0 CHECK (is_discontinued IN (0, 1)),
  terms TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT session_package_credits CHECK ((allocated_amount IS NULL) = (is_unlimited = 1)),
  CONSTRAINT session_package_expiry CHECK ((expiry_amount IS NULL) = (expiry_period IS NULL))
) STRICT;
CREATE INDEX session_packages_on_offer ON session_packages (program_id, is_discontinued, cost, name, id);

CREATE TABLE membership_packages (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  billing_period TEXT NOT NULL CHECK (billing_period IN ('week', 'month', 'quarter', 'year', 'once')),
  cost INTEGER NOT NULL CONSTRAINT membership_package_cost CHECK (cost BETWEEN 1 AND 99999999),
  include_fee INTEGER CHECK (include_fee IN (0, 1)),
  allocated_amount INTEGER CHECK (allocated_amount >= 1),
  allocated_period TEXT CHECK (allocated_period IN ('billing_period', 'week', 'month', 'year', 'total')),
  is_unlimited INTEGER NOT NULL DEFAULT 0 CHECK (is_unlimited IN (0, 1)),
  allocate_credits_on_period INTEGER NOT NULL DEFAULT 0 CHECK (allocate_credits_on_period IN (0, 1)),
  expiry_amount INTEGER CHECK (expiry_amount >= 1),
  expiry_period TEXT CHECK (expiry_period IN ('day', 'week', 'month', 'year')),
  is_discontinued INTEGER NOT NULL DEFAULT 0 CHECK (is_discontinued IN (0, 1)),
  terms TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT membership_package_credits CHECK ((allocated_amount IS NULL) = (allocated_period IS NULL) AND (is_unlimited = 0 OR allocated_amount IS NULL)),
  CONSTRAINT membership_package_expiry CHECK ((expiry_amount IS NULL) = (expiry_period IS NULL))
) STRICT;
CREATE INDEX membership_packages_on_offer ON membership_packages (program_id, is_discontinued, cost, name, id);

-- Which events a package opens: the list of each event the other way round, kept by triggers, whoever writes the event.
CREATE TABLE event_packages (
  package_id TEXT NOT NULL,
  event_id TEXT NOT NULL REFERENCES events (id),
  PRIMARY KEY (package_id, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_packages_by_event ON event_packages (event_id, package_id);
INSERT INTO event_packages (package_id, event_id) SELECT DISTINCT each.value, events.id FROM events, json_each(events.restrict_to_package_ids) AS each;
CREATE TRIGGER event_packages_added AFTER INSERT ON events WHEN NEW.restrict_to_package_ids <> '[]'
BEGIN INSERT INTO event_packages (package_id, event_id) SELECT DISTINCT value, NEW.id FROM json_each(NEW.restrict_to_package_ids); END;
CREATE TRIGGER event_packages_changed AFTER UPDATE OF restrict_to_package_ids ON events WHEN NEW.restrict_to_package_ids IS NOT OLD.restrict_to_package_ids
BEGIN
  DELETE FROM event_packages WHERE event_id = NEW.id;
  INSERT INTO event_packages (package_id, event_id) SELECT DISTINCT value, NEW.id FROM json_each(NEW.restrict_to_package_ids);
END;
CREATE TRIGGER event_packages_removed BEFORE DELETE ON events
BEGIN DELETE FROM event_packages WHERE event_id = OLD.id; END;

-- Taking a package away asks whether anybody has bought it.
CREATE INDEX order_items_by_package ON order_items (product_id) WHERE type IN ('session_package', 'membership_package');
