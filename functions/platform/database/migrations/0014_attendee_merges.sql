-- Two records of one person become one: `merged_into` points to the record that was kept, and `attendee_merges` knows how both stood before, so that it can be undone exactly.
ALTER TABLE attendees ADD COLUMN merged_into TEXT REFERENCES attendees (id) CONSTRAINT merged_into_another CHECK (merged_into <> id);
-- Emergency contacts that came with merged records: [{name, phone, email}].
ALTER TABLE attendees ADD COLUMN other_emergency_contacts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(other_emergency_contacts));
CREATE INDEX attendees_merged ON attendees (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE attendee_merges (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  merge_from TEXT NOT NULL REFERENCES attendees (id),
  merge_into TEXT NOT NULL REFERENCES attendees (id),
  -- How both records stood before the merge, and how the kept one stood right after it.
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after)),
  created INTEGER NOT NULL,
  undo_until INTEGER NOT NULL,
  undone_at INTEGER
) STRICT;
CREATE UNIQUE INDEX merged_once ON attendee_merges (merge_from) WHERE undone_at IS NULL;
CREATE INDEX attendee_merges_by_into ON attendee_merges (merge_into, created);
CREATE INDEX attendee_merges_by_from ON attendee_merges (merge_from, created);

-- A merged record takes nothing any more: what arrives while it is being merged comes too late.
CREATE TRIGGER merged_takes_no_relation BEFORE INSERT ON relations
WHEN (SELECT merged_into FROM attendees WHERE id = NEW.attendee_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'attendee_merged'); END;
CREATE TRIGGER merged_takes_no_profile BEFORE INSERT ON attendee_profiles
WHEN (SELECT merged_into FROM attendees WHERE id = NEW.attendee_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'attendee_merged'); END;
CREATE TRIGGER merged_takes_no_registration BEFORE INSERT ON registrations
WHEN (SELECT merged_into FROM attendees WHERE id = NEW.attendee_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'attendee_merged'); END;
CREATE TRIGGER merged_takes_no_waiver BEFORE INSERT ON waiver_acceptances
WHEN (SELECT merged_into FROM attendees WHERE id = NEW.on_behalf_of_attendee_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'attendee_merged'); END;
CREATE TRIGGER merged_keeps_its_fields BEFORE UPDATE OF updated ON attendees
WHEN OLD.merged_into IS NOT NULL AND NEW.updated <> OLD.updated
BEGIN SELECT RAISE(ABORT, 'attendee_merged'); END;

-- A record that was merged has no one left to manage it: its relations moved to the one that was kept.
DROP TRIGGER last_manager_is_kept;
CREATE TRIGGER last_manager_is_kept BEFORE DELETE ON relations
WHEN EXISTS (SELECT 1 FROM json_each(OLD.rights) WHERE value = 'manage')
  AND (SELECT merged_into FROM attendees WHERE id = OLD.attendee_id) IS NULL
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
