-- The group of customers that a campaign is for, as a list of conditions that all hold; NULL for subscribers or one event.
ALTER TABLE campaigns ADD COLUMN selectors TEXT
  CONSTRAINT campaign_selectors CHECK (selectors IS NULL OR (json_valid(selectors) AND audience = 'subscribers' AND kind = 'announcement'));

-- Why the organisation corrected the visits of a package, as its customer reads it; NULL for the other entries.
ALTER TABLE session_credit_entries ADD COLUMN note TEXT CONSTRAINT session_credit_entry_note CHECK (note IS NULL OR kind = 'adjust');
