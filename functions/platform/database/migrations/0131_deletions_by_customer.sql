-- The history of a customer's personal data also has the deletions that were withdrawn.
CREATE INDEX account_deletions_by_customer ON account_deletions (customer_id, created);
