-- Whether families see the group of their place and its coaches.
ALTER TABLE events ADD COLUMN groups_shown INTEGER NOT NULL DEFAULT 0 CHECK (groups_shown IN (0, 1));
