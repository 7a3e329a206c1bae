-- Codes that a client of the site exchanges for tokens, once; stored as their SHA-256 only.
CREATE TABLE authorization_codes (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- The session in which the person said yes: a code is good while it lives.
  allowed_in TEXT NOT NULL REFERENCES sessions (id),
  created INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  -- The session that it was exchanged for, which ends when the code is sent again.
  session_id TEXT,
  CONSTRAINT code_used_with_session CHECK ((used_at IS NULL) = (session_id IS NULL))
) STRICT;
CREATE INDEX authorization_codes_by_end ON authorization_codes (expires_at);
CREATE INDEX authorization_codes_by_user ON authorization_codes (user_id);
-- The client that a session was made for; its tokens are renewed for that client alone. Null: a browser, or the person's own program.
ALTER TABLE sessions ADD COLUMN client_id TEXT;
