-- A read of health notes by an organisation: its program, the reader and their role, where it was read, and the reason.
-- `customer_id` is empty then.
ALTER TABLE health_reads ADD COLUMN program_id TEXT REFERENCES programs (id);
ALTER TABLE health_reads ADD COLUMN reader_id TEXT;
ALTER TABLE health_reads ADD COLUMN role TEXT;
ALTER TABLE health_reads ADD COLUMN seen_on TEXT CHECK (seen_on IN ('registration', 'sheet', 'family_page'));
ALTER TABLE health_reads ADD COLUMN reason TEXT;
CREATE INDEX health_reads_with_reason ON health_reads (program_id, reader_id, at) WHERE reason IS NOT NULL;
CREATE INDEX health_reads_by_program ON health_reads (program_id) WHERE program_id IS NOT NULL;
