-- Venues by name, by city and by text; events in every order a list may have; files that belong to an event or an appointment type.
CREATE INDEX venues_by_name ON venues (is_removed, name, id);
CREATE INDEX venues_by_city ON venues (is_removed, city, region, country, id);

CREATE VIRTUAL TABLE venues_text USING fts5 (name, place, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO venues_text (rowid, name, place)
SELECT rowid, name, concat_ws(' ', address ->> '$.place_name', address ->> '$.address_line_1', address ->> '$.city', address ->> '$.region', address ->> '$.country') FROM venues;
CREATE TRIGGER venues_text_added AFTER INSERT ON venues
BEGIN
  INSERT INTO venues_text (rowid, name, place)
  VALUES (NEW.rowid, NEW.name, concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.address_line_1', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
CREATE TRIGGER venues_text_changed AFTER UPDATE OF name, address ON venues
BEGIN
  DELETE FROM venues_text WHERE rowid = OLD.rowid;
  INSERT INTO venues_text (rowid, name, place)
  VALUES (NEW.rowid, NEW.name, concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.address_line_1', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
CREATE TRIGGER venues_text_removed AFTER DELETE ON venues
BEGIN DELETE FROM venues_text WHERE rowid = OLD.rowid; END;

CREATE INDEX events_by_program_name ON events (program_id, status, name, id);
CREATE INDEX events_by_program_created ON events (program_id, status, created, id);
CREATE INDEX events_by_name ON events (status, name, id);
CREATE INDEX events_by_created ON events (status, created, id);

CREATE TABLE attachments (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  event_id TEXT REFERENCES events (id),
  appointment_type_id TEXT,
  key TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER CHECK (size IS NULL OR size >= 0),
  UNIQUE (event_id, key),
  UNIQUE (appointment_type_id, key),
  CONSTRAINT attachment_of_one CHECK ((event_id IS NULL) <> (appointment_type_id IS NULL))
) STRICT;
CREATE INDEX attachments_by_program ON attachments (program_id);
