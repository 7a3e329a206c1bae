-- The mails that each member of a team gets until they choose for themselves.
ALTER TABLE programs ADD COLUMN team_notices TEXT NOT NULL DEFAULT '["summary"]';
