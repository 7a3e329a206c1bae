-- Conversations between a customer and a program. What is shown of one in a list is kept by triggers. What one is about may be deleted.
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  program_id TEXT NOT NULL REFERENCES programs (id),
  type TEXT NOT NULL,
  context TEXT NOT NULL,
  order_id TEXT,
  registration_id TEXT,
  event_id TEXT,
  campaign_id TEXT,
  subject TEXT NOT NULL,
  started_by TEXT NOT NULL,
  num_messages INTEGER NOT NULL DEFAULT 0,
  -- What the customer has not read.
  num_unread INTEGER NOT NULL DEFAULT 0,
  last_message_id TEXT,
  last_message_at INTEGER NOT NULL,
  closed_at INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT conversation_type CHECK (type IN ('conversation', 'campaign', 'system')),
  CONSTRAINT conversation_context CHECK (context IN ('order', 'registration', 'event', 'membership', 'general')),
  CONSTRAINT conversation_started_by CHECK (started_by IN ('customer', 'organiser')),
  CONSTRAINT conversation_subject CHECK (length(subject) BETWEEN 1 AND 150),
  CONSTRAINT conversation_unread CHECK (num_unread BETWEEN 0 AND num_messages)
) STRICT;
CREATE INDEX conversations_by_customer ON conversations (customer_id, last_message_at);
CREATE INDEX conversations_by_program ON conversations (program_id, last_message_at);
CREATE INDEX conversations_unread ON conversations (customer_id, program_id) WHERE num_unread > 0;
CREATE INDEX conversations_started ON conversations (customer_id, created) WHERE started_by = 'customer';

CREATE TABLE messages (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  sender TEXT NOT NULL,
  sender_name TEXT NOT NULL,
  medium TEXT NOT NULL,
  body TEXT NOT NULL,
  -- Subject and body as they are searched: small letters without accents.
  search_text TEXT NOT NULL,
  state TEXT NOT NULL,
  step INTEGER NOT NULL DEFAULT 0,
  sent INTEGER,
  opened INTEGER,
  read_at INTEGER,
  -- A mail that came in: the same one makes one message, however often it is brought.
  mail_key TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  CONSTRAINT message_sender CHECK (sender IN ('customer', 'organiser')),
  CONSTRAINT message_medium CHECK (medium IN ('email', 'in_app', 'sms')),
  CONSTRAINT message_state CHECK (state IN ('draft', 'scheduled', 'queued', 'sent', 'delivered', 'opened', 'bounced', 'failed', 'cancelled')),
  CONSTRAINT message_body CHECK (length(body) BETWEEN 1 AND 20000)
) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation_id, created);
CREATE UNIQUE INDEX messages_by_mail ON messages (conversation_id, mail_key) WHERE mail_key IS NOT NULL;

-- Files that a message brings.
CREATE TABLE message_attachments (
  message_id TEXT NOT NULL REFERENCES messages (id),
  file_id TEXT NOT NULL REFERENCES files (id),
  PRIMARY KEY (message_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_attachments_by_file ON message_attachments (file_id);
CREATE TRIGGER message_attachment_needs_file BEFORE INSERT ON message_attachments
WHEN NOT EXISTS (SELECT 1 FROM files WHERE id = NEW.file_id AND status = 'stored')
BEGIN
  SELECT RAISE(ABORT, 'file_gone');
END;
CREATE TRIGGER message_attachment_counted AFTER INSERT ON message_attachments
BEGIN
  UPDATE files SET num_uses = num_uses + 1 WHERE id = NEW.file_id;
END;
CREATE TRIGGER message_attachment_uncounted AFTER DELETE ON message_attachments
BEGIN
  UPDATE files SET num_uses = num_uses - 1 WHERE id = OLD.file_id;
END;

-- Whose reply by mail could not be taken, and why: they are told once.
CREATE TABLE mail_reply_refusals (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  side TEXT NOT NULL,
  sender_email TEXT NOT NULL,
  reason TEXT NOT NULL,
  created INTEGER NOT NULL,
  CONSTRAINT mail_reply_refusal_side CHECK (side IN ('customer', 'organiser'))
) STRICT;
CREATE UNIQUE INDEX mail_reply_refusals_once ON mail_reply_refusals (conversation_id, side, sender_email, reason);

-- A customer starts ten conversations a day, and a conversation has fifty messages a day from a side: what answers by itself stops there.
CREATE TRIGGER conversation_limit BEFORE INSERT ON conversations
WHEN NEW.started_by = 'customer'
  AND (SELECT count(*) FROM conversations WHERE customer_id = NEW.customer_id AND started_by = 'customer' AND created > NEW.created - 86400000) >= 10
BEGIN
  SELECT RAISE(ABORT, 'conversation_limit');
END;
CREATE TRIGGER message_limit BEFORE INSERT ON messages
WHEN (SELECT count(*) FROM messages WHERE conversation_id = NEW.conversation_id AND created > NEW.created - 86400000 AND sender = NEW.sender) >= 50
BEGIN
  SELECT RAISE(ABORT, 'message_limit');
END;

-- A message only goes on: what was opened, or ended otherwise, stays.
CREATE TRIGGER message_state_ends BEFORE UPDATE OF state ON messages
WHEN OLD.state <> NEW.state AND OLD.state IN ('opened', 'bounced', 'failed', 'cancelled')
BEGIN
  SELECT RAISE(ABORT, 'message_state_ends');
END;

-- A new message is the last one of its conversation, which is open again.
CREATE TRIGGER message_counted AFTER INSERT ON messages
BEGIN
  UPDATE conversations
  SET num_messages = num_messages + 1,
    num_unread = num_unread + (NEW.sender = 'organiser' AND NEW.read_at IS NULL),
    last_message_id = NEW.id,
    last_message_at = NEW.created,
    closed_at = NULL,
    updated = NEW.created
  WHERE id = NEW.conversation_id;
END;
