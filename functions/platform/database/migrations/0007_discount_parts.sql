-- What each coupon takes off a line: a cancellation takes a discount that the rest no longer earns out of the refund, by line.
ALTER TABLE order_items ADD COLUMN discount_parts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(discount_parts));
