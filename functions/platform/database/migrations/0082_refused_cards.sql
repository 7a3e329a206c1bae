-- When the card's bank refused it for good: it is not charged again without its customer.
ALTER TABLE payment_sources ADD COLUMN refused_at INTEGER;
