-- Each address of a customer gets an id, so that it can be changed and deleted by itself.
UPDATE customers SET addresses = (
  SELECT json_group_array(json_set(each_address.value, '$.id', 'adr_' || lower(hex(randomblob(16)))))
  FROM json_each(customers.addresses) AS each_address
)
WHERE addresses <> '[]';
