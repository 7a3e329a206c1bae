-- What was returned of one intent is summed with every refund.
CREATE INDEX sandbox_refunds_by_intent ON sandbox_refunds (intent_id);
