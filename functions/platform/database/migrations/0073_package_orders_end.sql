-- Orders that hold no place, and that wait for a card since before they had a time to pay: they have it now, counted from when
-- something last happened to them. What buys a membership, or pays a period of one, ends with that.
UPDATE orders SET hold_started_at = updated, hold_expires_at = updated + 900000
WHERE status IN ('pending', 'requires_action', 'processing') AND hold_expires_at IS NULL AND due_at IS NULL AND membership_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM order_items AS i WHERE i.order_id = orders.id AND i.membership_terms IS NOT NULL AND i.cancelled_at IS NULL);
