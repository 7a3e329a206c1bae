-- Raised when a customer asks for a new calendar address of an order: an address that was signed for an earlier version is not found.
ALTER TABLE orders ADD COLUMN calendar_version INTEGER NOT NULL DEFAULT 1;
