-- A card payment that its customer makes on the provider's own page.
ALTER TABLE payments ADD COLUMN on_provider_page INTEGER NOT NULL DEFAULT 0 CHECK (on_provider_page IN (0, 1));
