-- An attempt whose customer enters the card on the provider's own page.
ALTER TABLE card_setups ADD COLUMN on_provider_page INTEGER NOT NULL DEFAULT 0 CHECK (on_provider_page IN (0, 1));
