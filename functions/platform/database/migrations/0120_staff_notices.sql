-- The mails that a staff member chose or turned off, by topic; a topic that is missing has its default.
ALTER TABLE staff_members ADD COLUMN notices TEXT NOT NULL DEFAULT '{}'
  CONSTRAINT staff_member_notices CHECK (json_valid(notices) AND json_type(notices) = 'object');
