-- What types and tags are called is searched by its words alone: the names of languages, which are keys of the JSON, are none.
DROP TRIGGER programs_text_added;
CREATE TRIGGER programs_text_added AFTER INSERT ON programs
BEGIN
  INSERT INTO programs_text (rowid, name, summary, tags, place)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.summary, NEW.translations ->> '$.en.summary', NEW.translations ->> '$.fr.summary'), concat_ws(' ', NEW.tags, (SELECT group_concat(key, ' ') FROM json_each(NEW.tag_names)), (SELECT group_concat(atom, ' ') FROM json_tree(NEW.tag_names))), concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
DROP TRIGGER programs_text_changed;
CREATE TRIGGER programs_text_changed AFTER UPDATE OF name, summary, tags, address, translations, tag_names ON programs
BEGIN
  DELETE FROM programs_text WHERE rowid = OLD.rowid;
  INSERT INTO programs_text (rowid, name, summary, tags, place)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.summary, NEW.translations ->> '$.en.summary', NEW.translations ->> '$.fr.summary'), concat_ws(' ', NEW.tags, (SELECT group_concat(key, ' ') FROM json_each(NEW.tag_names)), (SELECT group_concat(atom, ' ') FROM json_tree(NEW.tag_names))), concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
UPDATE programs SET tag_names = tag_names WHERE tag_names <> '{}';

-- What each coupon takes off a line, for orders that still wait for money and were priced before it was written down: with one discount it is all of it.
UPDATE order_items SET discount_parts = json_array(json_object('coupon_id', d.coupon_id, 'amount', order_items.amount_discount))
FROM discounts AS d, orders AS o
WHERE d.order_id = order_items.order_id AND o.id = order_items.order_id AND o.paid_at IS NULL AND o.status <> 'cancelled'
  AND order_items.discount_parts = '[]' AND order_items.amount_discount > 0
  AND NOT EXISTS (SELECT 1 FROM discounts AS other WHERE other.order_id = d.order_id AND other.id <> d.id AND other.amount > 0)
  AND d.amount = (SELECT sum(i.amount_discount) FROM order_items AS i WHERE i.order_id = d.order_id);
