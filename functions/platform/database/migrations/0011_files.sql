-- What customers upload. The bytes are in the bucket under `storage_key`, and the row is written before them: no object is without a row.
CREATE TABLE files (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  purpose TEXT NOT NULL,
  status TEXT NOT NULL,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  storage_key TEXT NOT NULL,
  num_uses INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT file_purpose CHECK (purpose IN ('attachment', 'picture')),
  CONSTRAINT file_status CHECK (status IN ('pending', 'stored', 'deleted')),
  CONSTRAINT file_content_type CHECK (content_type IN ('image/webp', 'application/pdf')),
  CONSTRAINT file_picture CHECK (purpose <> 'picture' OR content_type = 'image/webp'),
  CONSTRAINT file_size CHECK (size > 0),
  CONSTRAINT file_uses CHECK (num_uses >= 0)
) STRICT;
CREATE UNIQUE INDEX files_by_storage_key ON files (storage_key);
CREATE INDEX files_by_customer ON files (customer_id, created);
CREATE INDEX files_unused ON files (created) WHERE num_uses = 0 AND status <> 'deleted';
CREATE INDEX files_deleted ON files (updated) WHERE status = 'deleted';

-- Where a file is used: the answers of a registration, the picture of a user or an attendee. What is used nowhere is swept.
CREATE TABLE file_uses (
  file_id TEXT NOT NULL REFERENCES files (id),
  kind TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (file_id, kind, owner_id),
  CONSTRAINT file_use_kind CHECK (kind IN ('registration', 'user', 'attendee'))
) STRICT;
CREATE INDEX file_uses_by_owner ON file_uses (kind, owner_id);

-- A customer keeps so many files, and sends so many a day.
CREATE TRIGGER file_limit BEFORE INSERT ON files
WHEN (SELECT count(*) FROM files WHERE customer_id = NEW.customer_id) >= 300
  OR (SELECT count(*) FROM files WHERE customer_id = NEW.customer_id AND created > NEW.created - 86400000) >= 60
BEGIN
  SELECT RAISE(ABORT, 'file_limit');
END;

-- A file that is not there any more, or not yet, is used nowhere.
CREATE TRIGGER file_use_needs_file BEFORE INSERT ON file_uses
WHEN NOT EXISTS (SELECT 1 FROM files WHERE id = NEW.file_id AND status = 'stored')
BEGIN
  SELECT RAISE(ABORT, 'file_gone');
END;
CREATE TRIGGER file_use_counted AFTER INSERT ON file_uses
BEGIN
  UPDATE files SET num_uses = num_uses + 1 WHERE id = NEW.file_id;
END;
CREATE TRIGGER file_use_uncounted AFTER DELETE ON file_uses
BEGIN
  UPDATE files SET num_uses = num_uses - 1 WHERE id = OLD.file_id;
END;
