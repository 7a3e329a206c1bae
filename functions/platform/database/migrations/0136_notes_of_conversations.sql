-- The conversation in which staff wrote a note about its customer.
ALTER TABLE customer_notes ADD COLUMN conversation_id TEXT REFERENCES conversations (id);
CREATE INDEX customer_notes_by_conversation ON customer_notes (conversation_id) WHERE conversation_id IS NOT NULL;
