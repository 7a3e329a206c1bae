-- Who leaves is found in the invitations they answered.
CREATE INDEX invitations_by_answerer ON invitations (answered_by) WHERE answered_by IS NOT NULL;

-- What a person is booked for in one program, and whether a profile may go.
CREATE INDEX registrations_by_attendee_profile ON registrations (attendee_profile_id);
