-- ## The day of a program: the payments whose money is with the bank, and the refund requests that wait

CREATE INDEX payments_disputed ON payments (created, id) WHERE amount_disputed > 0;
CREATE INDEX refund_requests_open ON refund_requests (program_id, created, id) WHERE status = 'requested';
