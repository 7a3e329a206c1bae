-- A new receipt has the registered name of the seller. Receipts that were issued before keep their name.
DROP VIEW receipt_documents;
CREATE VIEW receipt_documents AS
SELECT o.id AS order_id, o.program_id, o.receipt_number AS number,
  (SELECT coalesce(sum(y.amount), 0) FROM receipt_payments AS y WHERE y.order_id = o.id) AS amount, o.currency, u.language, o.paid_at,
  json_object(
    'seller', json_object('name', coalesce(p.selling ->> '$.legal_name', p.translations ->> ('$.' || u.language || '.name'), p.name), 'email', p.email, 'address', json(p.address),
      'tax_number', coalesce(p.selling ->> ('$.translations.' || u.language || '.tax_number'), p.selling ->> '$.tax_number')),
    'lines', (SELECT json_group_array(json_object('item_id', i.id, 'type', i.type, 'quantity', i.quantity,
        'name', coalesce(i.translations ->> ('$.' || u.language || '.product_name'), i.product_name),
        'amount', i.amount, 'discount', i.amount_discount, 'fee', iif(i.is_fee_included = 1, 0, i.amount_fee), 'taxes', json(i.taxes),
        'when', (SELECT json_object('starts_at', b.starts_at, 'ends_at', b.ends_at, 'dates', json(b.dates), 'timezone', b.timezone, 'overnight', b.overnight,
          'venue', coalesce(b.venue ->> ('$.translations.' || u.language || '.name'), b.venue ->> '$.name')) FROM bookings AS b WHERE b.id = i.registration_id))
        ORDER BY i.position)
      FROM order_items AS i WHERE i.order_id = o.id AND (i.cancelled_at IS NULL OR i.cancelled_at > o.paid_at)),
    'discounts', (SELECT json_group_array(json_object('name', coalesce(c.translations ->> ('$.' || u.language || '.name'), c.name, c.code), 'amount', d.amount) ORDER BY d.id)
      FROM discounts AS d JOIN coupons AS c ON c.id = d.coupon_id WHERE d.order_id = o.id AND d.amount > 0),
    'taxes', (SELECT json_group_array(json_object('name', coalesce(t.value ->> ('$.translations.' || u.language || '.name'), t.value ->> '$.name'),
        'percent', t.value -> '$.percent', 'is_included', t.value -> '$.is_included', 'amount', t.value -> '$.amount') ORDER BY t.key)
      FROM json_each(o.tax_items) AS t),
    'total', o.amount_total,
    'payments', (SELECT json_group_array(json_object('method', iif(y.provider = 'account_balance', y.provider, y.checkout_method), 'amount', y.amount,
        'carried', json(iif(y.carried_from IS NULL, 'false', 'true'))) ORDER BY y.created, y.id)
      FROM receipt_payments AS y WHERE y.order_id = o.id)) AS document,
  json_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'address', c.addresses -> '$[0]',
    'cards', (SELECT json_group_array(json_object('brand', y.card ->> '$.brand', 'last4', y.card ->> '$.last4') ORDER BY y.created, y.id)
      FROM receipt_payments AS y WHERE y.order_id = o.id)) AS buyer,
  (SELECT json_group_object(i.id, coalesce(i.attendee_name, a.attendee_name)) FROM order_items AS i LEFT JOIN order_items AS a ON a.id = i.parent
    WHERE i.order_id = o.id AND coalesce(i.attendee_name, a.attendee_name) IS NOT NULL) AS people
FROM orders AS o JOIN programs AS p ON p.id = o.program_id JOIN customers AS c ON c.id = o.customer_id JOIN users AS u ON u.id = c.user_id
WHERE o.receipt_number IS NOT NULL;
