-- Who leaves is found in the invitations they answered.
CREATE INDEX invitations_by_answerer ON invitations (answered_by) WHERE answered_by IS NOT NULL;

-- What a person is booked for in one program, and whether a profile may go.
CREATE INDEX registrations_by_attendee_profile ON registrations (attendee_profile_id);

-- Who leaves is found wherever their address or their consent stands, and a session may go.
CREATE INDEX recoveries_by_email ON recoveries (email);
CREATE INDEX waiver_acceptances_by_customer ON waiver_acceptances (accepted_by_customer_id);
CREATE INDEX authorization_codes_by_allower ON authorization_codes (allowed_in);
CREATE INDEX authorization_codes_by_session ON authorization_codes (session_id);
