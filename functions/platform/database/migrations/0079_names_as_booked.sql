-- The names of a person as they were when they were booked: what an adult still reads who does not see the person any longer.
ALTER TABLE registrations ADD COLUMN booked_first_name TEXT;
ALTER TABLE registrations ADD COLUMN booked_last_name TEXT;
ALTER TABLE memberships ADD COLUMN booked_first_name TEXT;
ALTER TABLE memberships ADD COLUMN booked_last_name TEXT;
UPDATE registrations SET
  booked_first_name = (SELECT a.first_name FROM attendees AS a WHERE a.id = registrations.attendee_id),
  booked_last_name = (SELECT a.last_name FROM attendees AS a WHERE a.id = registrations.attendee_id);
UPDATE memberships SET
  booked_first_name = (SELECT a.first_name FROM attendee_profiles AS p JOIN attendees AS a ON a.id = p.attendee_id WHERE p.id = memberships.attendee_profile_id),
  booked_last_name = (SELECT a.last_name FROM attendee_profiles AS p JOIN attendees AS a ON a.id = p.attendee_id WHERE p.id = memberships.attendee_profile_id)
WHERE attendee_profile_id IS NOT NULL;
CREATE TRIGGER registration_keeps_names AFTER INSERT ON registrations
BEGIN
  UPDATE registrations SET
    booked_first_name = (SELECT a.first_name FROM attendees AS a WHERE a.id = NEW.attendee_id),
    booked_last_name = (SELECT a.last_name FROM attendees AS a WHERE a.id = NEW.attendee_id)
  WHERE id = NEW.id;
END;
CREATE TRIGGER membership_keeps_names AFTER INSERT ON memberships WHEN NEW.attendee_profile_id IS NOT NULL
BEGIN
  UPDATE memberships SET
    booked_first_name = (SELECT a.first_name FROM attendee_profiles AS p JOIN attendees AS a ON a.id = p.attendee_id WHERE p.id = NEW.attendee_profile_id),
    booked_last_name = (SELECT a.last_name FROM attendee_profiles AS p JOIN attendees AS a ON a.id = p.attendee_id WHERE p.id = NEW.attendee_profile_id)
  WHERE id = NEW.id;
END;

-- The names of a person as they were when they left a program: what its organisation still reads.
ALTER TABLE attendee_profiles ADD COLUMN left_first_name TEXT;
ALTER TABLE attendee_profiles ADD COLUMN left_last_name TEXT;
UPDATE attendee_profiles SET
  left_first_name = (SELECT a.first_name FROM attendees AS a WHERE a.id = attendee_profiles.attendee_id),
  left_last_name = (SELECT a.last_name FROM attendees AS a WHERE a.id = attendee_profiles.attendee_id)
WHERE status = 'disconnected';
CREATE TRIGGER profile_keeps_names AFTER UPDATE OF status ON attendee_profiles WHEN NEW.status = 'disconnected' AND OLD.status <> 'disconnected'
BEGIN
  UPDATE attendee_profiles SET
    left_first_name = (SELECT a.first_name FROM attendees AS a WHERE a.id = NEW.attendee_id),
    left_last_name = (SELECT a.last_name FROM attendees AS a WHERE a.id = NEW.attendee_id)
  WHERE id = NEW.id;
END;
