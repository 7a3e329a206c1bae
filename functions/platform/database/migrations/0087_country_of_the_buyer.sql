-- The country that the buyer named when the cart was priced, ISO 3166-1 alpha-2. NULL: none was named.
ALTER TABLE orders ADD COLUMN country TEXT CONSTRAINT order_country CHECK (country GLOB '[A-Z][A-Z]');
