import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import {
  answerChanges,
  customers,
  registrations,
  staffMembers,
  statusHistory,
  users,
} from '../../platform/database/tables.ts'
import { actsInHistory, staffName } from '../../platform/database/history.ts'
import type { AnswerChange } from './answer-changes.ts'

/** Stores the value of an answer before and after a step of its registration. */
export function insertAnswerChanges(
  db: Db,
  { registration_id, step }: { registration_id: string; step: number },
  changes: readonly AnswerChange[],
): Statement[] {
  if (changes.length === 0) return []
  const text = (answer: AnswerChange['before']) => answer && JSON.stringify(answer)
  const rows = JSON.stringify(
    changes.map(({ field_id, before, after }) => ({ field_id, before: text(before), after: text(after) })),
  )
  return [
    db
      .insert(answerChanges)
      .select(
        sql`SELECT ${registration_id}, ${step}, value ->> '$.field_id', value ->> '$.before', value ->> '$.after' FROM json_each(${rows}) WHERE true`,
      ),
  ]
}

/** The answers that the present step of a registration changed, as they were before; null for no answer. */
export const answersOfStep = (db: Db, { id, step }: { id: string; step: number }) =>
  db
    .select({ field_id: answerChanges.field_id, answer: answerChanges.before })
    .from(answerChanges)
    .where(and(eq(answerChanges.registration_id, id), eq(answerChanges.step, step)))

/** Removes the history of a registration's answers, which were about another person. */
export const removeAnswerChanges = (db: Db, registrationId: string): Statement =>
  db.delete(answerChanges).where(eq(answerChanges.registration_id, registrationId))

/** The changed answers of a registration with who changed them and when, the oldest first. */
export const answerChangesOf = (db: Db, registrationId: string) =>
  db
    .select({
      step: answerChanges.step,
      field_id: answerChanges.field_id,
      before: answerChanges.before,
      after: answerChanges.after,
      at: statusHistory.at,
      actor_type: statusHistory.actor_type,
      first_name: users.first_name,
      last_name: users.last_name,
      staff_first_name: staffName(staffMembers.first_name),
      staff_last_name: staffName(staffMembers.last_name),
    })
    .from(answerChanges)
    .innerJoin(
      statusHistory,
      and(
        eq(statusHistory.object, 'registration'),
        eq(statusHistory.object_id, answerChanges.registration_id),
        eq(statusHistory.step, answerChanges.step),
      ),
    )
    .leftJoin(customers, and(eq(statusHistory.actor_type, 'customer'), eq(customers.id, statusHistory.actor_id)))
    .leftJoin(users, eq(users.id, customers.user_id))
    .leftJoin(staffMembers, actsInHistory)
    .where(eq(answerChanges.registration_id, registrationId))
    .orderBy(asc(answerChanges.step), asc(answerChanges.field_id))

/** The registrations of a customer with changed answers, the oldest first. */
export const registrationsWithChanges = (db: Db, customerId: string) =>
  db
    .select({ id: registrations.id })
    .from(registrations)
    .where(
      sql`${registrations.customer_id} = ${customerId} AND EXISTS (SELECT 1 FROM answer_changes AS c WHERE c.registration_id = ${registrations.id})`,
    )
    .orderBy(registrations.created, registrations.id)
