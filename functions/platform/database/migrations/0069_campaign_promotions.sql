-- A newsletter that is an offer has a reason of its own; people who want news get it by that.
ALTER TABLE campaigns ADD COLUMN is_promotion INTEGER NOT NULL DEFAULT 0 CONSTRAINT campaign_promotion CHECK (is_promotion IN (0, 1) AND (is_promotion = 0 OR kind = 'newsletter'));
