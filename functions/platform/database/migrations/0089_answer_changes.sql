-- The answers of a booked place that changed: as they were and as they are after the change. The row of status_history
-- with the same step says who changed them and when.
CREATE TABLE answer_changes (
  registration_id TEXT NOT NULL REFERENCES registrations (id),
  step INTEGER NOT NULL,
  field_id TEXT NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (registration_id, step, field_id),
  CONSTRAINT answer_changes_has_an_answer CHECK (before IS NOT NULL OR after IS NOT NULL)
) STRICT;
