-- What the policy refunds of a cancelled item, and the lost discount that was deducted from it.
ALTER TABLE order_items ADD COLUMN refund_policy INTEGER;
ALTER TABLE order_items ADD COLUMN discount_lost INTEGER NOT NULL DEFAULT 0;
