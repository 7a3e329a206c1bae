-- What people report, and the failure that led there. No more than five an hour of one email.
CREATE TABLE support_reports (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL,
  status TEXT NOT NULL,
  type TEXT NOT NULL,
  issue_type TEXT NOT NULL,
  is_for_program INTEGER NOT NULL,
  reporter_name TEXT NOT NULL,
  reporter_email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  summary TEXT NOT NULL,
  description TEXT NOT NULL,
  customer_id TEXT REFERENCES customers (id),
  program_id TEXT REFERENCES programs (id),
  program_name TEXT,
  url TEXT,
  app_version TEXT,
  failure TEXT,
  language TEXT NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT support_status CHECK (status IN ('received', 'in_progress', 'waiting_for_reporter', 'resolved', 'closed')),
  CONSTRAINT support_type CHECK (type IN ('question', 'problem', 'billing', 'account_access', 'privacy', 'accessibility', 'idea')),
  CONSTRAINT support_is_for_program CHECK (is_for_program IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX support_reports_by_number ON support_reports (number);
CREATE INDEX support_reports_by_email ON support_reports (email_key, created);
CREATE INDEX support_reports_by_customer ON support_reports (customer_id, created);
CREATE INDEX support_reports_by_status ON support_reports (status, updated);

CREATE TRIGGER support_limit BEFORE INSERT ON support_reports
WHEN (SELECT count(*) FROM support_reports WHERE email_key = NEW.email_key AND created > NEW.created - 3600000) >= 5
BEGIN SELECT RAISE(ABORT, 'support_limit'); END;
