-- Notes of an organisation about a customer. Staff alone read them, and the customer in the archive of their data.
CREATE TABLE customer_notes (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  text TEXT NOT NULL CONSTRAINT note_text CHECK (length(text) BETWEEN 1 AND 4000),
  is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1)),
  -- The staff member, or the client of the API.
  author_id TEXT NOT NULL,
  changed_by TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX customer_notes_by_customer ON customer_notes (customer_id, program_id, is_pinned, created);
CREATE INDEX customer_notes_by_program ON customer_notes (program_id);

-- A customer has at most 500 notes with a program.
CREATE TRIGGER customer_note_limit BEFORE INSERT ON customer_notes
WHEN (SELECT count(*) FROM customer_notes WHERE customer_id = NEW.customer_id AND program_id = NEW.program_id) >= 500
BEGIN SELECT RAISE(ABORT, 'note_limit'); END;
