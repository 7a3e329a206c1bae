-- Fees, taxes and discounts of these currencies are rounded to what a card can be charged.
UPDATE programs SET selling = json_set(selling, '$.amount_step', 10) WHERE default_currency IN ('BHD', 'JOD', 'KWD', 'OMR', 'TND');
