-- The staff members who look after a group of an event.
CREATE TABLE group_staff (
  group_id TEXT NOT NULL REFERENCES event_groups (id),
  staff_id TEXT NOT NULL REFERENCES staff_members (id),
  PRIMARY KEY (group_id, staff_id)
) STRICT;
CREATE INDEX group_staff_by_staff ON group_staff (staff_id);
