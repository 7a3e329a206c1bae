-- What changed since the books were last read: every change of a status leaves its row here (functions/audit).
CREATE INDEX status_history_by_time ON status_history (at);
