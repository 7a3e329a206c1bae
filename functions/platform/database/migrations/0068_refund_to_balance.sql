-- Where a refund went that was sent again from the organisation's mail; null: the way it was paid.
ALTER TABLE desk_decisions ADD COLUMN destination TEXT CONSTRAINT desk_destination CHECK (destination IS NULL OR destination IN ('original_method', 'account_balance'));
