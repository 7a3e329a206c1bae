-- The program and the scopes (words with a space between) that the customer allowed a client.
ALTER TABLE authorization_codes ADD COLUMN program_id TEXT;
ALTER TABLE authorization_codes ADD COLUMN scopes TEXT;
-- Null in a customer's own session, and in a client's from before: the first renewal fills in the client's only program.
ALTER TABLE sessions ADD COLUMN program_id TEXT;
ALTER TABLE sessions ADD COLUMN scopes TEXT;
CREATE TRIGGER client_session_has_program BEFORE INSERT ON sessions WHEN (NEW.client_id IS NULL) <> (NEW.program_id IS NULL) OR (NEW.client_id IS NULL) <> (NEW.scopes IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'client_session_has_program');
END;
CREATE TRIGGER client_session_keeps_program BEFORE UPDATE OF program_id ON sessions WHEN OLD.program_id IS NOT NULL AND NEW.program_id IS NOT OLD.program_id
BEGIN
  SELECT RAISE(ABORT, 'client_session_keeps_program');
END;
