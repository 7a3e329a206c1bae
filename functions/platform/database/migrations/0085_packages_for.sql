-- Whom a package is for: one person, or the family of its customer. NULL: the customer chooses.
ALTER TABLE session_packages ADD COLUMN sold_for TEXT CONSTRAINT session_package_for CHECK (sold_for IN ('person', 'family'));
ALTER TABLE membership_packages ADD COLUMN sold_for TEXT CONSTRAINT membership_package_for CHECK (sold_for IN ('person', 'family'));
-- Whether a person who had a free trial with the program gets this one as well.
ALTER TABLE membership_packages ADD COLUMN trial_again INTEGER NOT NULL DEFAULT 0 CONSTRAINT membership_package_trial_again CHECK (trial_again IN (0, 1));
