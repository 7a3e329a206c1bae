-- What families say of what they were at. Each booking gets one code for each occasion; the mail alone holds it, here is its hash.
CREATE TABLE feedback (
  id TEXT PRIMARY KEY,
  program_id TEXT NOT NULL REFERENCES programs (id),
  registration_id TEXT NOT NULL REFERENCES registrations (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  occasion TEXT NOT NULL,
  occasion_starts_at INTEGER NOT NULL,
  occasion_ends_at INTEGER NOT NULL,
  code_hash TEXT NOT NULL,
  status TEXT NOT NULL,
  step INTEGER NOT NULL DEFAULT 0,
  rating INTEGER,
  comments TEXT,
  expires_at INTEGER NOT NULL,
  submitted_at INTEGER,
  digested_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT feedback_status CHECK (status IN ('issued', 'opened', 'submitted', 'expired')),
  CONSTRAINT feedback_rating CHECK (rating BETWEEN 1 AND 5),
  CONSTRAINT feedback_comments CHECK (length(comments) <= 2000),
  CONSTRAINT feedback_submitted CHECK ((status = 'submitted') = (rating IS NOT NULL) AND (status = 'submitted') = (submitted_at IS NOT NULL) AND (status = 'submitted' OR comments IS NULL)),
  UNIQUE (registration_id, occasion)
) STRICT;
CREATE UNIQUE INDEX feedback_by_code ON feedback (code_hash);
CREATE INDEX feedback_by_customer ON feedback (customer_id, created);
CREATE INDEX feedback_by_program ON feedback (program_id, status, submitted_at);
CREATE INDEX feedback_open ON feedback (expires_at) WHERE status IN ('issued', 'opened');
CREATE INDEX feedback_to_digest ON feedback (program_id) WHERE status = 'submitted' AND digested_at IS NULL;
CREATE INDEX feedback_digested ON feedback (program_id, digested_at) WHERE digested_at IS NOT NULL;

-- The mean of what was said of a person's bookings with a program, from three on.
CREATE TRIGGER feedback_averaged AFTER UPDATE OF rating ON feedback WHEN OLD.rating IS NOT NEW.rating
BEGIN
  UPDATE attendee_profiles SET average_feedback = (SELECT iif(count(*) >= 3, round(avg(f.rating), 1), NULL)
    FROM registrations AS r JOIN feedback AS f ON f.registration_id = r.id
    WHERE r.attendee_id = attendee_profiles.attendee_id AND r.program_id = attendee_profiles.program_id AND f.rating IS NOT NULL)
  WHERE id = (SELECT attendee_profile_id FROM registrations WHERE id = NEW.registration_id);
END;
CREATE TRIGGER feedback_average_erased AFTER DELETE ON feedback WHEN OLD.rating IS NOT NULL
BEGIN
  UPDATE attendee_profiles SET average_feedback = (SELECT iif(count(*) >= 3, round(avg(f.rating), 1), NULL)
    FROM registrations AS r JOIN feedback AS f ON f.registration_id = r.id
    WHERE r.attendee_id = attendee_profiles.attendee_id AND r.program_id = attendee_profiles.program_id AND f.rating IS NOT NULL)
  WHERE id = (SELECT attendee_profile_id FROM registrations WHERE id = OLD.registration_id);
END;
CREATE TRIGGER feedback_average_moved AFTER UPDATE OF attendee_profile_id ON registrations
WHEN OLD.attendee_profile_id <> NEW.attendee_profile_id AND EXISTS (SELECT 1 FROM feedback WHERE registration_id = NEW.id AND rating IS NOT NULL)
BEGIN
  UPDATE attendee_profiles SET average_feedback = (SELECT iif(count(*) >= 3, round(avg(f.rating), 1), NULL)
    FROM registrations AS r JOIN feedback AS f ON f.registration_id = r.id
    WHERE r.attendee_id = attendee_profiles.attendee_id AND r.program_id = attendee_profiles.program_id AND f.rating IS NOT NULL)
  WHERE id IN (OLD.attendee_profile_id, NEW.attendee_profile_id);
END;
