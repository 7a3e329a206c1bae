import { among } from '../../platform/database/json-lists.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { literal } from '../../platform/database/guard.ts'
import {
  answerChanges,
  attendeeProfiles,
  attendees,
  formerQuestions,
  healthReads,
  questions,
  registrations,
  relations,
} from '../../platform/database/tables.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Whose registrations are read: those of a person, or of a person in one program. */
type Whose = { attendee_id: string } | { attendee_profile_id: string }

// The column is SQL text without parameters, so that a guard statement can use it.
const column = (whose: Whose): SQL =>
  'attendee_id' in whose
    ? sql`r.attendee_id = ${literal(whose.attendee_id)}`
    : sql`r.attendee_profile_id = ${literal(whose.attendee_profile_id)}`

/**
 * Condition that a person has no place, held or promised, in anything that has not ended; lapsed holds do not count.
 */
export const hasNoFutureRegistrations = (whose: Whose, now: number): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM registrations AS r JOIN bookings AS b ON b.id = r.id WHERE ${column(whose)} AND b.ends_at >= ${literal(now)}
    AND (r.status IN ${statusList(registrationStates.expected)} OR (r.status = 'pending' AND (r.hold_expires_at >= ${literal(now)}
      OR EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = r.order_id AND p.status IN ${statusList(paymentStates.live)})))))`

const hasNoRecords = (attendeeId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM registrations AS r WHERE ${column({ attendee_id: attendeeId })})
    AND NOT EXISTS (SELECT 1 FROM attendee_profiles AS p JOIN redemptions AS v ON v.attendee_profile_id = p.id WHERE p.attendee_id = ${literal(attendeeId)})`

/**
 * Condition that another customer sees a person and did not archive them. With `false`, the condition that no other
 * customer does.
 */
export const isSeenByOthers = (own: { attendee_id: string; customer_id: string }, isSeen: boolean): SQL =>
  sql`EXISTS (SELECT 1 FROM relations AS r
    WHERE r.attendee_id = ${literal(own.attendee_id)} AND r.customer_id <> ${literal(own.customer_id)} AND r.archived_at IS NULL) = ${literal(isSeen ? 1 : 0)}`

/** Condition that this many profiles of a person are archived by their family. */
export const archivedProfilesAre = (attendeeId: string, count: number): SQL =>
  sql`(SELECT count(*) FROM attendee_profiles AS p WHERE p.attendee_id = ${literal(attendeeId)} AND p.status = 'archived' AND p.archived_by_program_at IS NULL) = ${literal(count)}`

/** Whether a person has an upcoming booking, or any booking or used visit at all. */
export const recordsOf = (db: Db, attendeeId: string, now: number) =>
  db
    .select({
      hasFuture: sql<number>`NOT ${hasNoFutureRegistrations({ attendee_id: attendeeId }, now)}`,
      hasAny: sql<number>`NOT (${hasNoRecords(attendeeId)})`,
    })
    .from(attendees)
    .where(eq(attendees.id, attendeeId))

/** Whether a person has an upcoming booking in one program. */
export const futureInProgram = (db: Db, profileId: string, now: number) =>
  db
    .select({ hasFuture: sql<number>`NOT ${hasNoFutureRegistrations({ attendee_profile_id: profileId }, now)}` })
    .from(attendeeProfiles)
    .where(eq(attendeeProfiles.id, profileId))

/** Erases a person known to this customer alone. A record that still refers to them aborts the batch. */
export const eraseAttendee = (db: Db, own: { attendee_id: string; customer_id: string }): Statement[] => [
  db.delete(healthReads).where(eq(healthReads.attendee_id, own.attendee_id)),
  db.delete(attendeeProfiles).where(eq(attendeeProfiles.attendee_id, own.attendee_id)),
  db
    .delete(relations)
    .where(and(eq(relations.attendee_id, own.attendee_id), eq(relations.customer_id, own.customer_id))),
  db.delete(attendees).where(eq(attendees.id, own.attendee_id)),
]

const wordsOf = <Table extends typeof questions | typeof formerQuestions>({
  id,
  title,
  help,
  translations,
}: Table) => ({
  id,
  title,
  help,
  translations,
})

/** The questions of a program in every language, including former texts and dropped questions. */
export const questionsOf = (db: Db, programId: string) => questionsWhere(db, (column) => eq(column, programId))

/** Questions with their former texts, of the programs that a condition selects. */
export const questionsWhere = (
  db: Db,
  ofProgram: (column: typeof questions.program_id | typeof formerQuestions.program_id) => SQL,
) =>
  db
    .select(wordsOf(questions))
    .from(questions)
    .where(ofProgram(questions.program_id))
    .unionAll(db.select(wordsOf(formerQuestions)).from(formerQuestions).where(ofProgram(formerQuestions.program_id)))

/** Removes earlier answers to these questions from the registrations of a person in one program. */
export const eraseFormerAnswers = (db: Db, input: { profile_id: string; question_ids: readonly string[] }): Statement =>
  db
    .delete(answerChanges)
    .where(
      sql`${answerChanges.registration_id} IN (SELECT r.id FROM registrations AS r WHERE r.attendee_profile_id = ${input.profile_id}) AND ${answerChanges.field_id} IN ${among(input.question_ids)}`,
    )

/** Removes answers to these questions from the registrations of a person in one program. */
export const eraseAnswers = (db: Db, input: { profile_id: string; question_ids: readonly string[]; at: number }) => {
  const named = among(input.question_ids)
  return db
    .update(registrations)
    .set({
      form_response: sql`json_set(form_response, '$.answers', (SELECT json_group_array(json(a.value)) FROM json_each(form_response, '$.answers') AS a WHERE a.value ->> '$.field_id' NOT IN ${named}))`,
      updated: input.at,
    })
    .where(
      and(
        eq(registrations.attendee_profile_id, input.profile_id),
        sql`EXISTS (SELECT 1 FROM json_each(form_response, '$.answers') AS a WHERE a.value ->> '$.field_id' IN ${named})`,
      ),
    )
}
