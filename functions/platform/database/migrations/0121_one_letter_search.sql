-- A search by one letter reads the index of that letter. Without it, each such search merged the rows of every word that
-- begins so, and took five times as long for 60,000 families as for 60.
DROP TABLE customers_text;
DROP TABLE attendees_text;
CREATE VIRTUAL TABLE customers_text USING fts5 (program, names, emails, phones, prefix = '1 2 3 4 5 6 7', tokenize = 'unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE attendees_text USING fts5 (program, names, emails, phones, prefix = '1 2 3 4 5 6 7', tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO customers_text (customers_text, rank) VALUES ('secure-delete', 1);
INSERT INTO attendees_text (attendees_text, rank) VALUES ('secure-delete', 1);
INSERT INTO customers_text (rowid, program, names, emails, phones) SELECT id, program, names, emails, phones FROM searched_customers;
INSERT INTO attendees_text (rowid, program, names, emails, phones) SELECT id, program, names, emails, phones FROM searched_attendees;
