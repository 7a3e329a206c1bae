-- The quote and signature that were cut from a reply by mail, for a reader who misses something in its body.
ALTER TABLE messages ADD COLUMN quoted_text TEXT CONSTRAINT message_quoted_text CHECK (length(quoted_text) BETWEEN 1 AND 20000);
