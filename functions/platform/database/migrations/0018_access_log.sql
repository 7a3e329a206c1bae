-- The log of who read health data is kept for twelve months; the clock takes what is older.
CREATE INDEX health_reads_by_age ON health_reads (at);
