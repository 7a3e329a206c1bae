-- An adult, or a child of 14 or more, is invited to see and look after members of a family. The code of the mail is stored as its hash only.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  attendee_ids TEXT NOT NULL CHECK (json_valid(attendee_ids)),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  relation TEXT NOT NULL,
  rights TEXT NOT NULL CHECK (json_valid(rights)),
  language TEXT NOT NULL,
  code_hash TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL DEFAULT 'pending' CONSTRAINT invitation_status CHECK (status IN ('pending', 'accepted', 'declined', 'revoked')),
  expires_at INTEGER NOT NULL,
  answered_at INTEGER,
  answered_by TEXT REFERENCES customers (id),
  created INTEGER NOT NULL,
  CONSTRAINT invitation_answered CHECK ((answered_at IS NULL) = (status = 'pending'))
) STRICT;
CREATE INDEX invitations_by_customer ON invitations (customer_id, created);
CREATE INDEX invitations_by_email ON invitations (email_key, status, created);
