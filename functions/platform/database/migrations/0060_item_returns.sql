-- Whether the organisation decides about the money when a thing of its store is given back, and what of an order a request is about.
ALTER TABLE products ADD COLUMN return_on_request INTEGER NOT NULL DEFAULT 0;
ALTER TABLE order_items ADD COLUMN return_on_request INTEGER NOT NULL DEFAULT 0;
ALTER TABLE refund_requests ADD COLUMN item_id TEXT;
