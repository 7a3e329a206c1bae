-- What a program received, refunded and marked within a period.
CREATE INDEX payments_succeeded ON payments (updated) WHERE status = 'succeeded';
CREATE INDEX refunds_succeeded ON refunds (updated) WHERE status = 'succeeded';
CREATE INDEX check_ins_by_start ON check_ins (starts_at);
