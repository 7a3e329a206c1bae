-- Text search over programs, and the order in which a list of them is read.
CREATE INDEX programs_listed ON programs (billing_status, name, id);

CREATE VIRTUAL TABLE programs_text USING fts5 (name, summary, tags, place, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO programs_text (rowid, name, summary, tags, place)
SELECT rowid, name, summary, tags, concat_ws(' ', address ->> '$.place_name', address ->> '$.city', address ->> '$.region', address ->> '$.country') FROM programs;
CREATE TRIGGER programs_text_added AFTER INSERT ON programs
BEGIN
  INSERT INTO programs_text (rowid, name, summary, tags, place)
  VALUES (NEW.rowid, NEW.name, NEW.summary, NEW.tags, concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
CREATE TRIGGER programs_text_changed AFTER UPDATE OF name, summary, tags, address ON programs
BEGIN
  DELETE FROM programs_text WHERE rowid = OLD.rowid;
  INSERT INTO programs_text (rowid, name, summary, tags, place)
  VALUES (NEW.rowid, NEW.name, NEW.summary, NEW.tags, concat_ws(' ', NEW.address ->> '$.place_name', NEW.address ->> '$.city', NEW.address ->> '$.region', NEW.address ->> '$.country'));
END;
CREATE TRIGGER programs_text_removed AFTER DELETE ON programs
BEGIN DELETE FROM programs_text WHERE rowid = OLD.rowid; END;
