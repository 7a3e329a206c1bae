-- The late fee, or the fee of a no-show, that is kept of what was paid for a booking.
ALTER TABLE registrations ADD COLUMN penalty INTEGER NOT NULL DEFAULT 0 CONSTRAINT registration_penalty CHECK (penalty >= 0);
-- What of a no-show comes back once its mark can no longer be corrected.
ALTER TABLE registrations ADD COLUMN no_show_return INTEGER NOT NULL DEFAULT 0 CONSTRAINT registration_no_show_return CHECK (no_show_return >= 0);
