-- The renewal that the customer was told about last: its day, its amount with fee and tax, and when it was compared last.
ALTER TABLE memberships ADD COLUMN renewal_told_for TEXT;
ALTER TABLE memberships ADD COLUMN renewal_told_amount INTEGER;
ALTER TABLE memberships ADD COLUMN renewal_told_at INTEGER;
-- For the scheduler, which looks each minute for renewals to announce.
CREATE INDEX memberships_by_renewal ON memberships (period_end_on) WHERE status IN ('active', 'paused') AND cancel_at_period_end = 0;
