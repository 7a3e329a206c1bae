-- The member of the team who answers a conversation, and the number of changes that staff made to it.
ALTER TABLE conversations ADD COLUMN assignee_id TEXT REFERENCES staff_members (id);
ALTER TABLE conversations ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
CREATE INDEX conversations_by_assignee ON conversations (assignee_id, last_message_at) WHERE assignee_id IS NOT NULL;

-- Only an active member of the program's team is an assignee, and no longer once they leave.
CREATE TRIGGER conversation_needs_member BEFORE UPDATE OF assignee_id ON conversations
WHEN NEW.assignee_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM staff_members WHERE id = NEW.assignee_id AND program_id = NEW.program_id AND status = 'active')
BEGIN
  SELECT RAISE(ABORT, 'conversation_needs_member');
END;
CREATE TRIGGER conversation_loses_member AFTER UPDATE OF status ON staff_members
WHEN OLD.status = 'active' AND NEW.status <> 'active'
BEGIN
  UPDATE conversations SET assignee_id = NULL WHERE assignee_id = NEW.id;
END;
