-- A campaign stands among the messages of who got it; its words are searched where they are kept, once.
ALTER TABLE campaigns ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE campaigns SET search_text = lower(subject || ' ' || body);
CREATE INDEX conversations_by_campaign ON conversations (campaign_id, customer_id) WHERE campaign_id IS NOT NULL;
