-- Texts of organisations in several languages: a column has the program's own, `translations` the others by language and column.

ALTER TABLE programs ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE venues ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE waiver_versions ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE questions ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE events ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE event_options ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE session_packages ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE membership_packages ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE appointment_types ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE appointment_options ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE attachments ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE product_categories ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE products ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE product_variations ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE coupons ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE order_items ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
ALTER TABLE events ADD COLUMN cancel_translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(cancel_translations));
-- What types and tags are called, by type or tag.
ALTER TABLE programs ADD COLUMN tag_names TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(tag_names));

-- Without a language the own one is English.
UPDATE programs SET translations = json_object('language', language) WHERE language <> 'en';
UPDATE venues SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = venues.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = venues.program_id) <> 'en';
UPDATE questions SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = questions.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = questions.program_id) <> 'en';
UPDATE events SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = events.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = events.program_id) <> 'en';
UPDATE event_options SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = event_options.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = event_options.program_id) <> 'en';
UPDATE session_packages SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = session_packages.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = session_packages.program_id) <> 'en';
UPDATE membership_packages SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = membership_packages.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = membership_packages.program_id) <> 'en';
UPDATE appointment_types SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = appointment_types.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = appointment_types.program_id) <> 'en';
UPDATE appointment_options SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = appointment_options.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = appointment_options.program_id) <> 'en';
UPDATE attachments SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = attachments.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = attachments.program_id) <> 'en';
UPDATE product_categories SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = product_categories.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = product_categories.program_id) <> 'en';
UPDATE products SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = products.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = products.program_id) <> 'en';
UPDATE coupons SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = coupons.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = coupons.program_id) <> 'en';
UPDATE product_variations SET translations = json_object('language', (SELECT p.language FROM programs AS p WHERE p.id = product_variations.program_id)) WHERE (SELECT p.language FROM programs AS p WHERE p.id = product_variations.program_id) <> 'en';
UPDATE waiver_versions SET translations = (SELECT w.translations FROM (SELECT waivers.id, json_object('language', p.language) AS translations FROM waivers JOIN programs AS p ON p.id = waivers.program_id WHERE p.language <> 'en') AS w WHERE w.id = waiver_versions.waiver_id)
WHERE waiver_id IN (SELECT waivers.id FROM waivers JOIN programs AS p ON p.id = waivers.program_id WHERE p.language <> 'en');
UPDATE order_items SET translations = (SELECT json_object('language', p.language) FROM orders AS o JOIN programs AS p ON p.id = o.program_id WHERE o.id = order_items.order_id)
WHERE order_id IN (SELECT o.id FROM orders AS o JOIN programs AS p ON p.id = o.program_id WHERE p.language <> 'en');

-- A search looks in every language.
DROP TRIGGER programs_text_added;
CREATE TRIGGER programs_text_added AFTER INSERT ON programs
BEGIN
  INSERT INTO programs_text (rowid, name, summary, tags, place)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.summary, NEW.translations ->> '$.en.summary', NEW.translations ->> '$.fr.summary'), concat_ws(' ', NEW.tags, NEW.tag_names), concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
DROP TRIGGER programs_text_changed;
CREATE TRIGGER programs_text_changed AFTER UPDATE OF name, summary, tags, address, translations, tag_names ON programs
BEGIN
  DELETE FROM programs_text WHERE rowid = OLD.rowid;
  INSERT INTO programs_text (rowid, name, summary, tags, place)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.summary, NEW.translations ->> '$.en.summary', NEW.translations ->> '$.fr.summary'), concat_ws(' ', NEW.tags, NEW.tag_names), concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
DROP TRIGGER venues_text_added;
CREATE TRIGGER venues_text_added AFTER INSERT ON venues
BEGIN
  INSERT INTO venues_text (rowid, name, place)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.address_line_1', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country', NEW.translations ->> '$.en.address_line_1', NEW.translations ->> '$.fr.address_line_1'));
END;
DROP TRIGGER venues_text_changed;
CREATE TRIGGER venues_text_changed AFTER UPDATE OF name, address, translations ON venues
BEGIN
  DELETE FROM venues_text WHERE rowid = OLD.rowid;
  INSERT INTO venues_text (rowid, name, place)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.address_line_1', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country', NEW.translations ->> '$.en.address_line_1', NEW.translations ->> '$.fr.address_line_1'));
END;
DROP TRIGGER events_text_added;
CREATE TRIGGER events_text_added AFTER INSERT ON events
BEGIN
  INSERT INTO events_text (rowid, name, summary, description, tags)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.summary, NEW.translations ->> '$.en.summary', NEW.translations ->> '$.fr.summary'), concat_ws(' ', NEW.description, NEW.translations ->> '$.en.description', NEW.translations ->> '$.fr.description'), concat_ws(' ', NEW.tags, NEW.translations ->> '$.en.tags', NEW.translations ->> '$.fr.tags'));
END;
DROP TRIGGER events_text_changed;
CREATE TRIGGER events_text_changed AFTER UPDATE OF name, summary, description, tags, translations ON events
BEGIN
  DELETE FROM events_text WHERE rowid = OLD.rowid;
  INSERT INTO events_text (rowid, name, summary, description, tags)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.summary, NEW.translations ->> '$.en.summary', NEW.translations ->> '$.fr.summary'), concat_ws(' ', NEW.description, NEW.translations ->> '$.en.description', NEW.translations ->> '$.fr.description'), concat_ws(' ', NEW.tags, NEW.translations ->> '$.en.tags', NEW.translations ->> '$.fr.tags'));
END;
DROP TRIGGER products_text_added;
CREATE TRIGGER products_text_added AFTER INSERT ON products
BEGIN
  INSERT INTO products_text (rowid, name, description)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.description, NEW.translations ->> '$.en.description', NEW.translations ->> '$.fr.description'));
END;
DROP TRIGGER products_text_changed;
CREATE TRIGGER products_text_changed AFTER UPDATE OF name, description, translations ON products
BEGIN
  DELETE FROM products_text WHERE rowid = OLD.rowid;
  INSERT INTO products_text (rowid, name, description)
  VALUES (NEW.rowid, concat_ws(' ', NEW.name, NEW.translations ->> '$.en.name', NEW.translations ->> '$.fr.name'), concat_ws(' ', NEW.description, NEW.translations ->> '$.en.description', NEW.translations ->> '$.fr.description'));
END;

-- What a booking is of, in every language.
DROP VIEW bookings;
CREATE VIEW bookings AS
SELECT r.id, r.kind, r.order_id, r.status,
  coalesce(r.event_id, r.appointment_type_id) AS source_id,
  coalesce(r.option_id, r.appointment_option_id) AS option_id,
  coalesce(e.name, t.name) AS title,
  coalesce(o.name, x.name) AS option_title,
  json_object('language', coalesce(e.translations, t.translations) ->> '$.language',
    'en', json_object('title', coalesce(e.translations, t.translations) ->> '$.en.name', 'option_title', coalesce(o.translations, x.translations) ->> '$.en.name', 'cancel_text', e.cancel_translations ->> '$.en.cancel_text'),
    'fr', json_object('title', coalesce(e.translations, t.translations) ->> '$.fr.name', 'option_title', coalesce(o.translations, x.translations) ->> '$.fr.name', 'cancel_text', e.cancel_translations ->> '$.fr.cancel_text')) AS translations,
  e.type AS event_type,
  r.kind = 'appointment' OR e.type = 'class' AS is_session,
  coalesce(e.starts_at, s.starts_at) AS starts_at,
  coalesce(e.ends_at, s.ends_at) AS ends_at,
  CASE WHEN e.is_series = 1 AND e.series_dates <> '[]' THEN e.series_dates
    ELSE json_array(json_object('starts_at', coalesce(e.starts_at, s.starts_at), 'ends_at', coalesce(e.ends_at, s.ends_at))) END AS dates,
  coalesce(e.timezone, p.timezone) AS timezone,
  coalesce(e.online_event, t.is_online_event) AS is_online,
  coalesce(e.online_event_url, t.online_event_url) AS online_url,
  CASE WHEN r.kind = 'event'
    THEN (SELECT json_object('id', v.id, 'name', v.name, 'address', json(v.address), 'timezone', v.timezone, 'translations', json(v.translations)) FROM event_venues AS ev CROSS JOIN venues AS v
      WHERE ev.event_id = r.event_id AND v.id = ev.venue_id ORDER BY ev.position LIMIT 1)
    ELSE (SELECT json_object('id', v.id, 'name', v.name, 'address', json(v.address), 'timezone', v.timezone, 'translations', json(v.translations)) FROM appointment_type_venues AS av CROSS JOIN venues AS v
      WHERE av.appointment_type_id = r.appointment_type_id AND v.id = av.venue_id ORDER BY av.position LIMIT 1) END AS venue,
  coalesce(e.currency, t.currency) AS currency,
  coalesce(o.cost, x.cost) AS cost,
  coalesce(e.refund, t.refund,
    '{"tiers":[],"retention":{"fixed":0,"percent":0,"keep_fees":true},"automatic":false,"request":true,"move_until":null,"session":{"free_until":"PT24H","late":"keep_credit_used","late_fee":0,"no_show":"keep_credit_used","request":true}}') AS refund,
  coalesce(e.status, t.status) AS source_status,
  e.cancel_text AS cancel_text,
  coalesce(o.is_closed, 0) OR coalesce(o.is_removed, x.is_removed) AS is_closed,
  o.sale_starts_at AS sale_starts_at,
  o.sale_ends_at AS sale_ends_at,
  coalesce(t.book_until, p.preferences ->> '$.default_sales_end', 'PT0S') AS default_sales_end,
  coalesce(e.waitlist, 0) AS waitlist,
  coalesce(e.preregistration_enabled, t.is_preregistration_enabled) AS is_preregistration_enabled
FROM registrations AS r JOIN programs AS p ON p.id = r.program_id
  LEFT JOIN events AS e ON e.id = r.event_id
  LEFT JOIN event_options AS o ON o.id = r.option_id
  LEFT JOIN appointment_types AS t ON t.id = r.appointment_type_id
  LEFT JOIN appointment_options AS x ON x.id = r.appointment_option_id
  LEFT JOIN appointment_slots AS s ON s.registration_id = r.id;
