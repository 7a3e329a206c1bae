-- Uploaded pictures of a program. They belong to it and not to the person who sent them. The bytes are in the bucket under the id.
CREATE TABLE program_pictures (
  id TEXT PRIMARY KEY,
  -- NULL after the program was deleted.
  program_id TEXT REFERENCES programs (id),
  status TEXT NOT NULL,
  size INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  created INTEGER NOT NULL,
  -- When its use was last checked.
  updated INTEGER NOT NULL,
  CONSTRAINT program_picture_status CHECK (status IN ('pending', 'stored', 'deleted')),
  CONSTRAINT program_picture_size CHECK (size > 0 AND width > 0 AND height > 0)
) STRICT;
CREATE INDEX program_pictures_by_program ON program_pictures (program_id, created);
CREATE INDEX program_pictures_to_check ON program_pictures (updated) WHERE status <> 'deleted';
CREATE INDEX program_pictures_deleted ON program_pictures (updated) WHERE status = 'deleted';
CREATE INDEX events_by_uploaded_picture ON events (picture_url) WHERE picture_url GLOB '/uploads/pic_*';

-- A program keeps at most 5,000 pictures, and receives at most 300 a day.
CREATE TRIGGER picture_limit BEFORE INSERT ON program_pictures
WHEN (SELECT count(*) FROM program_pictures WHERE program_id = NEW.program_id) >= 5000
  OR (SELECT count(*) FROM program_pictures WHERE program_id = NEW.program_id AND created > NEW.created - 86400000) >= 300
BEGIN
  SELECT RAISE(ABORT, 'picture_limit');
END;

-- An event has only uploaded pictures of its own program that are still there.
CREATE TRIGGER event_picture_inserted BEFORE INSERT ON events
WHEN NEW.picture_url GLOB '/uploads/pic_*' AND NOT EXISTS (
  SELECT 1 FROM program_pictures AS p
  WHERE p.id = substr(NEW.picture_url, 10, 36) AND p.program_id = NEW.program_id AND p.status = 'stored' AND NEW.picture_url = '/uploads/' || p.id || '.webp')
BEGIN
  SELECT RAISE(ABORT, 'picture_gone');
END;
CREATE TRIGGER event_picture_changed BEFORE UPDATE OF picture_url ON events
WHEN NEW.picture_url IS NOT OLD.picture_url AND NEW.picture_url GLOB '/uploads/pic_*' AND NOT EXISTS (
  SELECT 1 FROM program_pictures AS p
  WHERE p.id = substr(NEW.picture_url, 10, 36) AND p.program_id = NEW.program_id AND p.status = 'stored' AND NEW.picture_url = '/uploads/' || p.id || '.webp')
BEGIN
  SELECT RAISE(ABORT, 'picture_gone');
END;
