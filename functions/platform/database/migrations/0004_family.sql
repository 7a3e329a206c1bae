-- Each customer is one of the people they may register, a placeholder until someone fills it in: those who signed up before get theirs.
ALTER TABLE attendees ADD COLUMN is_placeholder INTEGER NOT NULL DEFAULT 0 CHECK (is_placeholder IN (0, 1));

INSERT INTO attendees (id, first_name, last_name, timezone, created, updated, is_placeholder)
SELECT 'att_' || substr(customers.id, 5), users.first_name, users.last_name, customers.timezone, customers.created, customers.created, 1
FROM customers JOIN users ON users.id = customers.user_id
WHERE NOT EXISTS (SELECT 1 FROM relations WHERE relations.customer_id = customers.id AND relations.relation = 'self');

INSERT INTO relations (customer_id, attendee_id, relation, rights, created)
SELECT customers.id, 'att_' || substr(customers.id, 5), 'self', '["view","register","pay","medical","pickup","manage"]', customers.created
FROM customers
WHERE NOT EXISTS (SELECT 1 FROM relations WHERE relations.customer_id = customers.id AND relations.relation = 'self');

CREATE TRIGGER self_stays BEFORE UPDATE OF relation ON relations
WHEN OLD.relation = 'self' AND NEW.relation <> 'self'
BEGIN SELECT RAISE(ABORT, 'self_stays'); END;

-- Someone manages every person: the last right to do so is neither given up nor taken.
CREATE TRIGGER last_manager_stays BEFORE UPDATE OF rights ON relations
WHEN EXISTS (SELECT 1 FROM json_each(OLD.rights) WHERE value = 'manage')
  AND NOT EXISTS (SELECT 1 FROM json_each(NEW.rights) WHERE value = 'manage')
  AND NOT EXISTS (
    SELECT 1 FROM relations AS other JOIN json_each(other.rights) AS granted
    WHERE other.attendee_id = OLD.attendee_id AND other.customer_id <> OLD.customer_id AND granted.value = 'manage'
  )
BEGIN SELECT RAISE(ABORT, 'last_manager'); END;

CREATE TRIGGER last_manager_is_kept BEFORE DELETE ON relations
WHEN EXISTS (SELECT 1 FROM json_each(OLD.rights) WHERE value = 'manage')
  AND NOT EXISTS (
    SELECT 1 FROM relations AS other JOIN json_each(other.rights) AS granted
    WHERE other.attendee_id = OLD.attendee_id AND other.customer_id <> OLD.customer_id AND granted.value = 'manage'
  )
BEGIN SELECT RAISE(ABORT, 'last_manager'); END;
