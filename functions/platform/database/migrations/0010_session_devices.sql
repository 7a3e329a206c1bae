-- Where a session is, in words: the names of the browser and of the system, never the text that the browser sends.
ALTER TABLE sessions ADD COLUMN browser TEXT;
ALTER TABLE sessions ADD COLUMN system TEXT;
-- When one of its pages was last opened, to the hour; a token that was renewed says it, too.
ALTER TABLE sessions ADD COLUMN last_used_at INTEGER;
