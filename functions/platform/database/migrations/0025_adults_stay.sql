-- Someone manages every person: whose account was erased counts no more, though their relation still says that they were there.
DROP TRIGGER last_manager_stays;
CREATE TRIGGER last_manager_stays BEFORE UPDATE OF rights ON relations
WHEN EXISTS (SELECT 1 FROM json_each(OLD.rights) WHERE value = 'manage')
  AND NOT EXISTS (SELECT 1 FROM json_each(NEW.rights) WHERE value = 'manage')
  AND NOT EXISTS (
    SELECT 1 FROM relations AS other JOIN json_each(other.rights) AS granted
      JOIN customers AS c ON c.id = other.customer_id JOIN users AS u ON u.id = c.user_id
    WHERE other.attendee_id = OLD.attendee_id AND other.customer_id <> OLD.customer_id AND granted.value = 'manage' AND u.is_active = 1
  )
BEGIN SELECT RAISE(ABORT, 'last_manager'); END;

DROP TRIGGER last_manager_is_kept;
CREATE TRIGGER last_manager_is_kept BEFORE DELETE ON relations
WHEN EXISTS (SELECT 1 FROM json_each(OLD.rights) WHERE value = 'manage')
  AND (SELECT merged_into FROM attendees WHERE id = OLD.attendee_id) IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM relations AS other JOIN json_each(other.rights) AS granted
      JOIN customers AS c ON c.id = other.customer_id JOIN users AS u ON u.id = c.user_id
    WHERE other.attendee_id = OLD.attendee_id AND other.customer_id <> OLD.customer_id AND granted.value = 'manage' AND u.is_active = 1
  )
  AND (
    EXISTS (SELECT 1 FROM relations AS other WHERE other.attendee_id = OLD.attendee_id AND other.customer_id <> OLD.customer_id)
    OR EXISTS (SELECT 1 FROM attendee_profiles AS p WHERE p.attendee_id = OLD.attendee_id)
    OR EXISTS (SELECT 1 FROM registrations AS r WHERE r.attendee_id = OLD.attendee_id)
  )
BEGIN SELECT RAISE(ABORT, 'last_manager'); END;

-- What a call was made to is kept as a hash: an address may hold a code that only a mail may hold. Keys from before are spent.
DELETE FROM idempotency_keys WHERE scope LIKE '%/invitations/%';
