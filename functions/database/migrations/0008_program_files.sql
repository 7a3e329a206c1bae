-- What an organisation's file may take away is looked up by these.
CREATE INDEX waiver_acceptances_by_waiver ON waiver_acceptances (waiver_id);
CREATE INDEX event_questions_by_question ON event_questions (question_id);
