-- Who may open a file. A picture may be public; an answer, which may be about health, never is.
ALTER TABLE files ADD COLUMN access TEXT NOT NULL DEFAULT 'private' CONSTRAINT file_access CHECK (access = 'private' OR (access = 'public' AND purpose = 'picture'));
