-- The language in which the text of a waiver was shown to its signer; NULL in earlier rows.
ALTER TABLE waiver_acceptances ADD COLUMN language TEXT CHECK (language IN ('en', 'fr'));
