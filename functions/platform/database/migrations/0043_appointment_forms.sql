-- What an appointment type asks of those who book it: its questions, its waiver, and the packages that open it.
ALTER TABLE appointment_types ADD COLUMN restrict_to_package_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(restrict_to_package_ids));
ALTER TABLE appointment_types ADD COLUMN waiver_id TEXT REFERENCES waivers (id);
CREATE INDEX appointment_types_by_waiver ON appointment_types (waiver_id) WHERE waiver_id IS NOT NULL;

CREATE TABLE appointment_type_questions (
  appointment_type_id TEXT NOT NULL REFERENCES appointment_types (id),
  question_id TEXT NOT NULL REFERENCES questions (id),
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (appointment_type_id, question_id)
) STRICT;
CREATE INDEX appointment_type_questions_by_question ON appointment_type_questions (question_id);
