-- A person in one program is active, archived, merged or disconnected; `is_archived` follows, since only an active one may register.
ALTER TABLE attendee_profiles ADD COLUMN status TEXT NOT NULL DEFAULT 'active'
  CONSTRAINT program_attendee_status CHECK (status IN ('active', 'archived', 'merged', 'disconnected'));
ALTER TABLE attendee_profiles ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
UPDATE attendee_profiles SET status = 'archived' WHERE is_archived = 1;

CREATE TRIGGER attendee_profile_hidden AFTER UPDATE OF status ON attendee_profiles
WHEN NEW.is_archived <> (NEW.status <> 'active')
BEGIN UPDATE attendee_profiles SET is_archived = NEW.status <> 'active' WHERE id = NEW.id; END;

-- A registration that arrives while its person is archived or disconnected comes too late.
CREATE TRIGGER registration_of_active_attendee BEFORE INSERT ON registrations
WHEN (SELECT status FROM attendee_profiles WHERE id = NEW.attendee_profile_id) <> 'active'
BEGIN SELECT RAISE(ABORT, 'attendee_not_active'); END;

-- When a customer archived this person: hidden from that customer alone, since others may look after the same child.
ALTER TABLE relations ADD COLUMN archived_at INTEGER;

-- The last manager goes only together with the person: where no one else sees them, no program knows them and no registration names them.
DROP TRIGGER last_manager_is_kept;
CREATE TRIGGER last_manager_is_kept BEFORE DELETE ON relations
WHEN EXISTS (SELECT 1 FROM json_each(OLD.rights) WHERE value = 'manage')
  AND NOT EXISTS (
    SELECT 1 FROM relations AS other JOIN json_each(other.rights) AS granted
    WHERE other.attendee_id = OLD.attendee_id AND other.customer_id <> OLD.customer_id AND granted.value = 'manage'
  )
  AND (
    EXISTS (SELECT 1 FROM relations AS other WHERE other.attendee_id = OLD.attendee_id AND other.customer_id <> OLD.customer_id)
    OR EXISTS (SELECT 1 FROM attendee_profiles AS p WHERE p.attendee_id = OLD.attendee_id)
    OR EXISTS (SELECT 1 FROM registrations AS r WHERE r.attendee_id = OLD.attendee_id)
  )
BEGIN SELECT RAISE(ABORT, 'last_manager'); END;
