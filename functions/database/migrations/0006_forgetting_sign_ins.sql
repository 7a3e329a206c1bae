CREATE INDEX attempts_by_age ON attempts (window_starts_at);
CREATE INDEX refresh_tokens_by_end ON refresh_tokens (expires_at);
CREATE INDEX email_codes_by_age ON email_codes (created);
