-- How far a report is: each step is in the history, and the reporter is told with what was answered last.
ALTER TABLE support_reports ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
ALTER TABLE support_reports ADD COLUMN answer TEXT;
