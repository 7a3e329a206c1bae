-- That a parent lets an organisation charge their stored card later, with the words that they agreed to.
CREATE TABLE card_charge_consents (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  version TEXT NOT NULL,
  wording TEXT NOT NULL,
  language TEXT NOT NULL,
  amount_limit INTEGER NOT NULL,
  currency TEXT NOT NULL,
  agreed_at INTEGER NOT NULL,
  withdrawn_at INTEGER,
  CONSTRAINT card_charge_limit CHECK (amount_limit > 0)
) STRICT;
CREATE UNIQUE INDEX one_card_charge_consent ON card_charge_consents (customer_id, program_id) WHERE withdrawn_at IS NULL;
CREATE INDEX card_charge_consents_by_customer ON card_charge_consents (customer_id, agreed_at);
CREATE INDEX card_charge_consents_by_program ON card_charge_consents (program_id);
