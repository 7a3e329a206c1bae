-- Pronouns of a person, as the family writes them.
ALTER TABLE attendees ADD COLUMN pronouns TEXT;
