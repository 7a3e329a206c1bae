import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { HistoryEntry, HistoryQuery } from '../../contract/organisation/history.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Db } from '../../platform/database/database.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import { orders, staffMembers, statusHistory } from '../../platform/database/tables.ts'
import { actsInHistory, staffName } from '../../platform/database/history.ts'

/** The order of a program, unless it is a cart. */
export const submittedOrder = (db: Db, input: { program_id: string; order_id: string }) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, input.order_id), eq(orders.program_id, input.program_id), ne(orders.status, 'draft')))

/**
 * What the history of an order is about: the order, its places, its money, and the visits and memberships bought with it.
 * The database allows five terms in a compound query.
 */
export const subjectsOfOrder = (orderId: string): SQL =>
  sql`WITH bought AS (SELECT o.id, o.customer_id, o.program_id FROM orders AS o WHERE o.id = ${orderId}),
    passes AS (SELECT m.id FROM bought CROSS JOIN memberships AS m WHERE m.order_id = bought.id),
    visits AS (SELECT c.id FROM bought CROSS JOIN session_credits AS c WHERE c.customer_id = bought.customer_id AND c.program_id = bought.program_id
      AND (c.order_id = bought.id OR c.membership_id IN (SELECT id FROM passes))),
    money (object, id) AS (SELECT 'payment', p.id FROM payments AS p WHERE p.order_id = ${orderId}
      UNION ALL SELECT 'instalment', i.id FROM order_instalments AS i WHERE i.order_id = ${orderId}
      UNION ALL SELECT 'refund', f.id FROM refunds AS f WHERE f.order_id = ${orderId}
      UNION ALL SELECT 'refund_request', q.id FROM refund_requests AS q WHERE q.order_id = ${orderId}),
    used (object, id) AS (SELECT 'membership', passes.id FROM passes
      UNION ALL SELECT 'redemption', d.id FROM visits CROSS JOIN redemptions AS d WHERE d.session_credit_id = visits.id
      UNION ALL SELECT 'session_credit_entry', e.id FROM visits CROSS JOIN session_credit_entries AS e WHERE e.session_credit_id = visits.id)
  SELECT 'order', bought.id FROM bought
  UNION ALL SELECT 'registration', r.id FROM registrations AS r WHERE r.order_id = ${orderId}
  UNION ALL SELECT object, id FROM money
  UNION ALL SELECT object, id FROM used
  UNION ALL SELECT DISTINCT 'customer', g.merge_from FROM bought CROSS JOIN customer_merges AS g WHERE ${movedWith('orders', 'bought')}`

/** Condition that the merge `g` of two customers moved a row of an alias. */
const movedWith = (table: 'orders' | 'registrations', alias: string): SQL =>
  sql.raw(
    `(g.merge_into = ${alias}.customer_id OR g.merge_from = ${alias}.customer_id) AND EXISTS (SELECT 1 FROM json_each(g.moved, '$.${table}') AS j WHERE j.value = ${alias}.id)`,
  )

/**
 * What the history of a registration is about: the place, its check-ins, the days of its event called off while it
 * lasted, and the merge that brought it to its customer.
 */
export const subjectsOfRegistration = (registrationId: string): SQL =>
  sql`SELECT 'registration', ${registrationId}
  UNION ALL SELECT 'check_in', k.registration_id || ':' || k.day FROM check_ins AS k WHERE k.registration_id = ${registrationId}
  UNION ALL SELECT 'day_off', d.id FROM registrations AS r CROSS JOIN days_off AS d WHERE r.id = ${registrationId} AND d.event_id = r.event_id
    AND d.created >= r.created AND (r.status NOT IN ${statusList(registrationStates.ended)} OR d.created <= r.updated)
  UNION ALL SELECT DISTINCT 'customer', g.merge_from FROM registrations AS r CROSS JOIN customer_merges AS g WHERE r.id = ${registrationId} AND ${movedWith('registrations', 'r')}`

/** A question whose answer changed; `is_sealed` is 1 for an answer about health. */
export type ChangedAnswer = { field_id: string; is_sealed: 0 | 1 }

const changedAnswers = sql<ChangedAnswer[]>`(SELECT json_group_array(json_object('field_id', c.field_id,
    'is_sealed', c.before ->> '$.sealed' IS NOT NULL OR c.after ->> '$.sealed' IS NOT NULL))
  FROM answer_changes AS c WHERE ${statusHistory.object} = 'registration' AND c.registration_id = ${statusHistory.object_id} AND c.step = ${statusHistory.step})`

/** A page of the changes of some subjects, and the number of all, for one batch. */
export function pageOfHistory(db: Db, subjects: SQL, page: HistoryQuery) {
  const direction = page.order === 'desc' ? desc : asc
  // The subjects come first, so that their changes are found by the key of the history.
  const changes = sql`(WITH subjects (object, id) AS (${subjects}) SELECT object, id FROM subjects) AS subject CROSS JOIN ${statusHistory}`
  const ofSubjects = sql`${statusHistory.object} = subject.object AND ${statusHistory.object_id} = subject.id`
  return [
    db
      .select({
        object: sql<HistoryEntry['subject']['type']>`${statusHistory.object}`,
        object_id: statusHistory.object_id,
        from_status: statusHistory.from_status,
        to_status: statusHistory.to_status,
        at: statusHistory.at,
        actor_type: sql<HistoryEntry['actor']['type']>`${statusHistory.actor_type}`,
        staff_id: staffMembers.id,
        first_name: staffName(staffMembers.first_name),
        last_name: staffName(staffMembers.last_name),
        reason: statusHistory.reason,
        note: statusHistory.note,
        answers: changedAnswers.mapWith((text: string) => JSON.parse(text) as ChangedAnswer[]),
      })
      .from(changes)
      .leftJoin(staffMembers, actsInHistory)
      .where(ofSubjects)
      .orderBy(
        ...[statusHistory.at, statusHistory.object, statusHistory.object_id, statusHistory.step].map((column) =>
          direction(column),
        ),
      )
      .limit(page.limit)
      .offset(page.skip),
    db.select({ total: sql<number>`count(*)` }).from(changes).where(ofSubjects),
  ] as const
}
