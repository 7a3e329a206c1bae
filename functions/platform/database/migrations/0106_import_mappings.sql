-- How the columns of a program's CSV files of events are read, so that the next file needs no mapping.
CREATE TABLE import_mappings (
  program_id TEXT PRIMARY KEY REFERENCES programs (id),
  columns TEXT NOT NULL,
  date_order TEXT,
  updated INTEGER NOT NULL,
  CONSTRAINT import_mappings_columns CHECK (json_valid(columns)),
  CONSTRAINT import_mappings_date_order CHECK (date_order IN ('month_first', 'day_first'))
) STRICT;
