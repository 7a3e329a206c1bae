-- Which try of a payment the sandbox has answered, so that a repeated request is answered and not tried again.
ALTER TABLE sandbox_intents ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0;
