-- What is looked for before a package or a customer's profile is removed.
CREATE INDEX session_credits_by_package ON session_credits (package_id);
CREATE INDEX session_credits_by_customer_profile ON session_credits (customer_profile_id);
