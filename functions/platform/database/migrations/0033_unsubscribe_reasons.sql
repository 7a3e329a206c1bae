-- Why a customer left the news of a program, in the words of the list; a reader's own words only with `other`.
ALTER TABLE customer_profiles ADD COLUMN unsubscribe_reason TEXT CONSTRAINT unsubscribe_reason CHECK (unsubscribe_reason IN ('normal', 'nosignup', 'inappropriate', 'spam', 'other', 'unspecified'));
ALTER TABLE customer_profiles ADD COLUMN unsubscribe_reason_other TEXT CONSTRAINT unsubscribe_reason_other CHECK (unsubscribe_reason_other IS NULL OR unsubscribe_reason = 'other');
CREATE INDEX customer_profiles_by_news ON customer_profiles (program_id, is_subscribed, unsubscribed);
