-- Who a program invited to make an account. Names and address are forgotten once the mail has left; `address_mark` knows the address again, so that it is invited once.
CREATE TABLE program_invites (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  batch_id TEXT NOT NULL,
  address_mark TEXT NOT NULL,
  email TEXT,
  first_name TEXT,
  last_name TEXT,
  language TEXT NOT NULL,
  outcome TEXT CONSTRAINT program_invite_outcome CHECK (outcome IN ('sent', 'left_out', 'undeliverable', 'failed')),
  settled_at INTEGER,
  created INTEGER NOT NULL,
  CONSTRAINT program_invite_once UNIQUE (program_id, address_mark),
  CONSTRAINT program_invite_forgotten CHECK ((outcome IS NULL) = (email IS NOT NULL))
) STRICT;
CREATE INDEX program_invites_by_batch ON program_invites (batch_id) WHERE outcome IS NULL;
