-- The store: categories in a tree, products, their variations, and which products are shown beside an event.
CREATE TABLE product_categories (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  parent_id TEXT REFERENCES product_categories (id),
  UNIQUE (program_id, key),
  CONSTRAINT category_parent CHECK (parent_id IS NULL OR parent_id <> id)
) STRICT;
CREATE INDEX product_categories_by_program ON product_categories (program_id, position, id);
CREATE INDEX product_categories_by_parent ON product_categories (parent_id);

CREATE TABLE products (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  type TEXT NOT NULL CONSTRAINT product_type CHECK (type IN ('merchandise', 'rental', 'meal', 'service', 'other')),
  name TEXT NOT NULL,
  description TEXT,
  picture_url TEXT,
  category_id TEXT REFERENCES product_categories (id),
  sale_starts_at INTEGER,
  sale_ends_at INTEGER,
  is_closed INTEGER NOT NULL DEFAULT 0 CHECK (is_closed IN (0, 1)),
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT product_sale_ends_after_start CHECK (sale_starts_at IS NULL OR sale_ends_at IS NULL OR sale_ends_at > sale_starts_at)
) STRICT;
CREATE INDEX products_by_program ON products (program_id, is_removed, position, id);
CREATE INDEX products_by_category ON products (category_id);

CREATE TABLE product_variations (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES products (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  confirm_text TEXT,
  cost INTEGER NOT NULL CONSTRAINT variation_cost CHECK (cost BETWEEN 0 AND 99999999),
  is_closed INTEGER NOT NULL DEFAULT 0 CHECK (is_closed IN (0, 1)),
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (product_id, key)
) STRICT;
CREATE INDEX product_variations_by_product ON product_variations (product_id, position, id);

CREATE TABLE event_products (
  event_id TEXT NOT NULL REFERENCES events (id),
  product_id TEXT NOT NULL REFERENCES products (id),
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_products_by_product ON event_products (product_id, event_id);

CREATE VIRTUAL TABLE products_text USING fts5 (name, description, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER products_text_added AFTER INSERT ON products
BEGIN INSERT INTO products_text (rowid, name, description) VALUES (NEW.rowid, NEW.name, NEW.description); END;
CREATE TRIGGER products_text_changed AFTER UPDATE OF name, description ON products
BEGIN
  DELETE FROM products_text WHERE rowid = OLD.rowid;
  INSERT INTO products_text (rowid, name, description) VALUES (NEW.rowid, NEW.name, NEW.description);
END;
CREATE TRIGGER products_text_removed AFTER DELETE ON products
BEGIN DELETE FROM products_text WHERE rowid = OLD.rowid; END;

-- Which variations stand in somebody's order.
CREATE INDEX order_items_by_variation ON order_items (product_variation_id) WHERE type = 'product_variation';
