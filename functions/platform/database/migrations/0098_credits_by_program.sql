-- An organisation lists the credits of its customers by their time.
CREATE INDEX session_credits_by_program ON session_credits (program_id, created, id);
