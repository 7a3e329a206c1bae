-- What an organisation lists of its whole program.
CREATE INDEX orders_by_program ON orders (program_id, created, id);
CREATE INDEX registrations_by_program ON registrations (program_id, created, id);
