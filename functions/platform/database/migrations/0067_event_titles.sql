-- A short title of an event, for tabs and shared links, where its name is too long.
ALTER TABLE events ADD COLUMN title TEXT CONSTRAINT event_title CHECK (length(title) <= 45);
