-- How a package of visits may be paid in parts: a deposit, then parts so many days later or on a day.
ALTER TABLE session_packages ADD COLUMN payment_plan TEXT CONSTRAINT session_package_payment_plan CHECK (payment_plan IS NULL OR json_valid(payment_plan));
