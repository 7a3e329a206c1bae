-- Notifications are kept for a year: the clock finds the old ones without reading the others.
CREATE INDEX notifications_by_age ON notifications (created);
