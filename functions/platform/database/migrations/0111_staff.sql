-- The team of a program. A person is in it once; who comes back is invited again in the same row.
CREATE TABLE staff_members (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  user_id TEXT REFERENCES users (id),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  title TEXT,
  role TEXT NOT NULL CONSTRAINT staff_role CHECK (role IN ('owner', 'manager', 'front_desk', 'finance', 'coach', 'nurse')),
  event_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(event_ids)),
  status TEXT NOT NULL CONSTRAINT staff_status CHECK (status IN ('invited', 'active', 'ended', 'revoked')),
  step INTEGER NOT NULL DEFAULT 0,
  language TEXT NOT NULL,
  code_hash TEXT NOT NULL UNIQUE,
  invited_by TEXT,
  invited_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_at INTEGER,
  ended_at INTEGER,
  last_seen INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (program_id, email_key),
  CONSTRAINT staff_of_account CHECK (status <> 'active' OR user_id IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX staff_members_by_user ON staff_members (user_id, program_id) WHERE status = 'active';
CREATE INDEX staff_members_by_email ON staff_members (email_key, status);
CREATE INDEX staff_members_by_account ON staff_members (user_id);

-- A program whose team has an owner keeps one. An erased account leaves its team all the same.
CREATE TRIGGER last_owner_stays BEFORE UPDATE OF status, role ON staff_members
WHEN OLD.status = 'active' AND OLD.role = 'owner' AND (NEW.status <> 'active' OR NEW.role <> 'owner') AND NEW.user_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM staff_members AS other WHERE other.program_id = OLD.program_id AND other.id <> OLD.id
    AND other.role = 'owner' AND other.status = 'active')
BEGIN SELECT RAISE(ABORT, 'last_owner'); END;

-- Clients of the API that an owner made. The secret is shown once; its hash is kept.
CREATE TABLE machine_clients (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  name TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  created_by TEXT,
  created INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX machine_clients_by_program ON machine_clients (program_id, created);
