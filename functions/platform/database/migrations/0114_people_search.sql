-- The full-text index of the people of a program: customers by their profile, and people they register by theirs. The
-- text is stored and deleted securely, so that an erased name leaves no term in the index. `program` is one word, so that
-- a search reads the people of one program. A phone is found by its whole number, by the national parts of it, and by
-- its last four digits. Health information is not in it.
CREATE VIEW searched_customers AS
SELECT p.rowid AS id, c.id AS customer_id, u.id AS user_id, hex(p.program_id) AS program,
  u.first_name || ' ' || u.last_name AS names, u.email AS emails,
  (SELECT group_concat(concat_ws(' ', d, substr(d, -10), substr(d, -9), substr(d, -8), substr(d, -7), substr(d, -4)), ' ')
    FROM (SELECT replace(value, '+', '') AS d FROM json_each(json_insert(c.phones, '$[#]', u.phone)))) AS phones
FROM customer_profiles AS p JOIN customers AS c ON c.id = p.customer_id JOIN users AS u ON u.id = c.user_id
WHERE u.is_active = 1;

-- A person who left the program is found by the names that the organisation keeps, and a merged record not at all.
CREATE VIEW searched_attendees AS
SELECT p.rowid AS id, a.id AS attendee_id, hex(p.program_id) AS program,
  iif(p.status = 'disconnected', concat_ws(' ', p.left_first_name, p.left_last_name),
    concat_ws(' ', a.first_name, a.last_name, a.parent_name,
      (SELECT group_concat(value ->> '$.name', ' ') FROM json_each(a.other_emergency_contacts)))) AS names,
  iif(p.status = 'disconnected', NULL, concat_ws(' ', a.email, a.emergency_contact_email,
    (SELECT group_concat(value ->> '$.email', ' ') FROM json_each(a.other_emergency_contacts)))) AS emails,
  iif(p.status = 'disconnected', NULL,
    (SELECT group_concat(concat_ws(' ', d, substr(d, -10), substr(d, -9), substr(d, -8), substr(d, -7), substr(d, -4)), ' ')
      FROM (SELECT replace(value, '+', '') AS d FROM json_each(json_array(a.phone, a.emergency_contact_phone))
        UNION ALL SELECT replace(value ->> '$.phone', '+', '') FROM json_each(a.other_emergency_contacts)))) AS phones
FROM attendee_profiles AS p JOIN attendees AS a ON a.id = p.attendee_id
WHERE p.status <> 'merged';

CREATE VIRTUAL TABLE customers_text USING fts5 (program, names, emails, phones, prefix = '1 2 3 4 5 6 7', tokenize = 'unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE attendees_text USING fts5 (program, names, emails, phones, prefix = '1 2 3 4 5 6 7', tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO customers_text (customers_text, rank) VALUES ('secure-delete', 1);
INSERT INTO attendees_text (attendees_text, rank) VALUES ('secure-delete', 1);
INSERT INTO customers_text (rowid, program, names, emails, phones) SELECT id, program, names, emails, phones FROM searched_customers;
INSERT INTO attendees_text (rowid, program, names, emails, phones) SELECT id, program, names, emails, phones FROM searched_attendees;

CREATE TRIGGER customers_text_added AFTER INSERT ON customer_profiles
BEGIN
  INSERT INTO customers_text (rowid, program, names, emails, phones)
  SELECT id, program, names, emails, phones FROM searched_customers WHERE id = NEW.rowid;
END;
CREATE TRIGGER customers_text_removed AFTER DELETE ON customer_profiles
BEGIN DELETE FROM customers_text WHERE rowid = OLD.rowid; END;
CREATE TRIGGER customers_text_named AFTER UPDATE OF first_name, last_name, email, phone, is_active ON users
WHEN (OLD.first_name, OLD.last_name, OLD.email, OLD.phone, OLD.is_active) IS NOT (NEW.first_name, NEW.last_name, NEW.email, NEW.phone, NEW.is_active)
BEGIN
  DELETE FROM customers_text WHERE rowid IN (SELECT p.rowid FROM customers AS c JOIN customer_profiles AS p ON p.customer_id = c.id WHERE c.user_id = NEW.id);
  INSERT INTO customers_text (rowid, program, names, emails, phones)
  SELECT id, program, names, emails, phones FROM searched_customers WHERE user_id = NEW.id;
END;
CREATE TRIGGER customers_text_called AFTER UPDATE OF phones ON customers WHEN OLD.phones IS NOT NEW.phones
BEGIN
  DELETE FROM customers_text WHERE rowid IN (SELECT p.rowid FROM customer_profiles AS p WHERE p.customer_id = NEW.id);
  INSERT INTO customers_text (rowid, program, names, emails, phones)
  SELECT id, program, names, emails, phones FROM searched_customers WHERE customer_id = NEW.id;
END;

CREATE TRIGGER attendees_text_added AFTER INSERT ON attendee_profiles
BEGIN
  INSERT INTO attendees_text (rowid, program, names, emails, phones)
  SELECT id, program, names, emails, phones FROM searched_attendees WHERE id = NEW.rowid;
END;
CREATE TRIGGER attendees_text_removed AFTER DELETE ON attendee_profiles
BEGIN DELETE FROM attendees_text WHERE rowid = OLD.rowid; END;
CREATE TRIGGER attendees_text_left AFTER UPDATE OF status, attendee_id, left_first_name, left_last_name ON attendee_profiles
BEGIN
  DELETE FROM attendees_text WHERE rowid = OLD.rowid;
  INSERT INTO attendees_text (rowid, program, names, emails, phones)
  SELECT id, program, names, emails, phones FROM searched_attendees WHERE id = NEW.rowid;
END;
CREATE TRIGGER attendees_text_named AFTER UPDATE OF first_name, last_name, email, phone, parent_name, emergency_contact_phone, emergency_contact_email, other_emergency_contacts ON attendees
WHEN (OLD.first_name, OLD.last_name, OLD.email, OLD.phone, OLD.parent_name, OLD.emergency_contact_phone, OLD.emergency_contact_email, OLD.other_emergency_contacts)
  IS NOT (NEW.first_name, NEW.last_name, NEW.email, NEW.phone, NEW.parent_name, NEW.emergency_contact_phone, NEW.emergency_contact_email, NEW.other_emergency_contacts)
BEGIN
  DELETE FROM attendees_text WHERE rowid IN (SELECT p.rowid FROM attendee_profiles AS p WHERE p.attendee_id = NEW.id);
  INSERT INTO attendees_text (rowid, program, names, emails, phones)
  SELECT id, program, names, emails, phones FROM searched_attendees WHERE attendee_id = NEW.id;
END;
