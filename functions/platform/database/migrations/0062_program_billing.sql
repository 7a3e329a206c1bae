-- The contract of an organisation with the people who run the site; its status is `programs.billing_status`.
CREATE TABLE program_billing (
  program_id TEXT PRIMARY KEY REFERENCES programs (id),
  step INTEGER NOT NULL,
  trial_start INTEGER,
  trial_end INTEGER,
  current_period_start INTEGER,
  current_period_end INTEGER,
  products TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(products)),
  updated INTEGER NOT NULL,
  CONSTRAINT billing_trial CHECK (trial_end > trial_start),
  CONSTRAINT billing_period CHECK (current_period_end > current_period_start)
) STRICT;
