-- What the team of a new program decided about a step of its first day. A step without a row is open.
CREATE TABLE first_steps (
  program_id TEXT NOT NULL REFERENCES programs (id),
  name TEXT NOT NULL CONSTRAINT first_step_name CHECK (name IN ('brand', 'payment', 'place', 'camp', 'look')),
  status TEXT NOT NULL CONSTRAINT first_step_status CHECK (status IN ('open', 'skipped', 'done')),
  step INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  PRIMARY KEY (program_id, name),
  -- The data itself shows that the other steps are done.
  CONSTRAINT first_step_done CHECK (status <> 'done' OR name = 'look')
) STRICT;
