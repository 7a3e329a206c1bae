-- What a line hangs on, and what hangs on it: looked up whenever a line, a registration or a payment comes or goes.
CREATE INDEX order_items_by_parent ON order_items (parent);
CREATE INDEX order_items_by_registration ON order_items (registration_id);
CREATE INDEX refunds_by_payment ON refunds (payment_id);
