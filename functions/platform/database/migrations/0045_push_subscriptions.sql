-- Browsers that show notifications of their user (Web push, RFC 8030). A row goes when the push service no longer has it, or its session ends.
CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  -- The log-in of the browser. NULL where a program subscribed it for its customer.
  session_id TEXT REFERENCES sessions (id),
  -- The program on whose page it was allowed: what is about the account leads there.
  program_id TEXT REFERENCES programs (id),
  endpoint TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  -- The VAPID key it was made with: no other one may send to it.
  public_key TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active',
  failures INTEGER NOT NULL DEFAULT 0,
  stale_since INTEGER,
  browser TEXT,
  system TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  reached_at INTEGER,
  CONSTRAINT push_endpoint_once UNIQUE (endpoint),
  CONSTRAINT push_endpoint_https CHECK (endpoint LIKE 'https://%'),
  CONSTRAINT push_status CHECK (status IN ('active', 'stale')),
  CONSTRAINT push_stale_since CHECK ((status = 'stale') = (stale_since IS NOT NULL)),
  CONSTRAINT push_failures CHECK (failures >= 0)
) STRICT;
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, created);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);
CREATE INDEX push_subscriptions_stale ON push_subscriptions (stale_since) WHERE stale_since IS NOT NULL;

CREATE TRIGGER push_subscription_limit BEFORE INSERT ON push_subscriptions
WHEN NOT EXISTS (SELECT 1 FROM push_subscriptions AS own WHERE own.endpoint = NEW.endpoint AND own.user_id = NEW.user_id)
  AND (SELECT count(*) FROM push_subscriptions AS own WHERE own.user_id = NEW.user_id) >= 10
BEGIN
  SELECT RAISE(ABORT, 'push_subscription_limit');
END;

-- However a log-in ends, its browser shows nothing of the account any more.
CREATE TRIGGER push_ends_with_session AFTER UPDATE OF ended_at ON sessions WHEN NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL
BEGIN
  DELETE FROM push_subscriptions WHERE session_id = NEW.id;
END;

-- Test messages of an account within an hour.
CREATE TABLE push_tests (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  since INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  CONSTRAINT push_test_limit CHECK (sent BETWEEN 1 AND 3)
) STRICT;
