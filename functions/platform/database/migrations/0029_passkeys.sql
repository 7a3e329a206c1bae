-- Passkeys of a person, beside the password. A removed one is kept some days for the mail about it.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  -- How often the device has signed, as far as it counts. It never goes back.
  counter INTEGER NOT NULL DEFAULT 0,
  transports TEXT NOT NULL DEFAULT '[]',
  name TEXT NOT NULL,
  created INTEGER NOT NULL,
  last_used_at INTEGER,
  removed_at INTEGER,
  CONSTRAINT passkey_counter CHECK (counter >= 0),
  CONSTRAINT passkey_name CHECK (length(name) BETWEEN 1 AND 60)
) STRICT;
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential_id);
CREATE INDEX passkeys_by_user ON passkeys (user_id);
CREATE INDEX passkeys_by_removal ON passkeys (removed_at) WHERE removed_at IS NOT NULL;
CREATE TRIGGER passkeys_counter_grows BEFORE UPDATE OF counter ON passkeys
WHEN new.counter < old.counter BEGIN SELECT RAISE(ABORT, 'passkey_counter_grows'); END;
-- No account has more than twenty.
CREATE TRIGGER passkeys_are_few BEFORE INSERT ON passkeys
WHEN (SELECT count(*) FROM passkeys WHERE user_id = new.user_id AND removed_at IS NULL) >= 20
BEGIN SELECT RAISE(ABORT, 'passkey_limit'); END;

-- Challenges that a passkey signs, each once and within minutes, stored as their SHA-256 only.
CREATE TABLE passkey_challenges (
  hash TEXT PRIMARY KEY,
  -- Who makes a passkey, and in which session. Null for a log-in.
  user_id TEXT REFERENCES users (id),
  session_id TEXT REFERENCES sessions (id),
  created INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  CONSTRAINT challenge_of_session CHECK ((user_id IS NULL) = (session_id IS NULL))
) STRICT;
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX passkey_challenges_by_session ON passkey_challenges (session_id) WHERE session_id IS NOT NULL;
