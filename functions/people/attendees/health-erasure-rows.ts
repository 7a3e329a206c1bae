import { among } from '../../platform/database/json-lists.ts'
import { dayMs } from '../../contract/limits.ts'
import { and, asc, gt, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { literal } from '../../platform/database/guard.ts'
import {
  answerChanges,
  attendeeMerges,
  attendees,
  facts,
  registrations,
  statusHistory,
} from '../../platform/database/tables.ts'
import { questionsWhere } from './removal-rows.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { healthColumns } from '../../contract/people/attendee-fields.ts'
import { hasAny } from '../../platform/database/attendee-visibility.ts'
import { mapFields } from '../../contract/pick.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Days after the last event on which health notes and answers are erased. */
export const healthNotesDays = 30
const keptMs = literal(healthNotesDays * dayMs)
const cursorName = 'health_notes_erased_to'

// A cancelled booking ends on the day on which it was cancelled, unless its event was over by then.
const lastEventOf = (whose: SQL): SQL =>
  sql`(SELECT max(CASE WHEN r.status IN ${statusList(registrationStates.ended)} THEN min(coalesce(b.ends_at, r.updated), coalesce(r.cancelled_at, r.updated)) ELSE coalesce(b.ends_at, r.updated) END)
    FROM registrations AS r JOIN bookings AS b ON b.id = r.id WHERE ${whose})`
const hasNotes = hasAny('attendees', healthColumns)

/**
 * Until when the health notes of a row of `attendees` are stored: counted from the end of the last event including
 * future bookings, or from the last edit if that was later. Null without notes, and for people who were never
 * registered.
 */
export const healthKeptUntil = sql<
  number | null
>`(CASE WHEN ${hasNotes} THEN max(${lastEventOf(sql`r.attendee_id = attendees.id`)}, attendees.updated) + ${keptMs} END)`

// True when the notes of a record are due. A merged record has no bookings, so the remaining record decides; the
// notes stay while the merge can be undone.
const isDue = (now: number): SQL =>
  sql`${hasNotes} AND CASE WHEN attendees.merged_into IS NULL THEN ${healthKeptUntil} <= ${now} ELSE EXISTS (SELECT 1 FROM attendee_merges AS m WHERE m.merge_from = attendees.id
    AND m.undone_at IS NULL AND m.undo_until < ${now}) END`

const isProgramDue = (now: number): SQL =>
  sql`${lastEventOf(sql`r.attendee_id = registrations.attendee_id AND +r.program_id = registrations.program_id`)} + ${keptMs} <= ${now}`

/** The next people to check, by id, after those of the previous run. */
export const nextPeople = (db: Db, limit: number) =>
  db
    .select({ id: attendees.id })
    .from(attendees)
    .where(gt(attendees.id, sql`coalesce((SELECT value FROM facts WHERE name = ${cursorName}), '')`))
    .orderBy(asc(attendees.id))
    .limit(limit)
/** Stores how far a run came; an empty id starts over. */
export const moveCursor = (db: Db, id: string, at: number) =>
  db
    .insert(facts)
    .values({ name: cursorName, value: id, updated: at })
    .onConflictDoUpdate({ target: facts.name, set: { value: id, updated: at } })

/** A history row for each of these people whose notes are due; runs right before the statement that erases them. */
export const recordNotesErased = (db: Db, ids: readonly string[], now: number): Statement =>
  db.insert(statusHistory).select(
    sql`SELECT 'attendee_health', attendees.id, ${nextStep(sql`attendees.id`)}, 'kept', 'erased', 'system', NULL, NULL, ${now}, NULL, NULL
      FROM attendees WHERE attendees.id IN ${among(ids)} AND ${isDue(now)}`,
  )
/** Erases the health notes of these people if they are due. `updated` stays, because this is not an edit. */
export const eraseNotes = (db: Db, ids: readonly string[], now: number) =>
  db
    .update(attendees)
    .set(mapFields(healthColumns, () => null))
    .where(and(sql`${attendees.id} IN ${among(ids)}`, isDue(now)))
    .returning({ id: attendees.id })

const mergedPaths = healthColumns.map((column) => `'$.into.${column}'`)
/** Erases the notes stored in merge records of these people, once the merge was undone or can no longer be. */
export const eraseMergedNotes = (db: Db, ids: readonly string[], now: number) =>
  db
    .update(attendeeMerges)
    .set({
      before: sql`json_set(before, ${sql.raw(mergedPaths.map((path) => `${path}, NULL`).join(', '))})`,
    })
    .where(
      sql`merge_into IN ${among(ids)} AND (undone_at IS NOT NULL OR undo_until < ${now})
        AND coalesce(${sql.raw(mergedPaths.map((path) => `before ->> ${path}`).join(', '))}) IS NOT NULL`,
    )
    .returning({ id: attendeeMerges.id })

const hasAnswers = sql`(json_array_length(registrations.form_response, '$.answers') > 0
  OR EXISTS (SELECT 1 FROM answer_changes AS c WHERE c.registration_id = registrations.id))`
/** Questions, including dropped ones, of the programs where these people have answers that are due. */
export const questionsOfDuePrograms = (db: Db, ids: readonly string[], now: number) =>
  questionsWhere(
    db,
    (program) =>
      sql`${program} IN (SELECT registrations.program_id FROM registrations WHERE registrations.attendee_id IN ${among(ids)} AND ${hasAnswers} AND ${isProgramDue(now)})`,
  )

const isAnswered = (questionIds: readonly string[]): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(registrations.form_response, '$.answers') AS a WHERE a.value ->> '$.field_id' IN ${among(questionIds)})`
type Answers = { attendee_ids: readonly string[]; question_ids: readonly string[]; now: number }
const dueAnswers = ({ attendee_ids, question_ids, now }: Answers): SQL =>
  sql`registrations.attendee_id IN ${among(attendee_ids)} AND ${isAnswered(question_ids)} AND ${isProgramDue(now)}`

/** A history row for each profile whose answers are due; runs right before the statement that erases them. */
export const recordAnswersErased = (db: Db, input: Answers): Statement =>
  db.insert(statusHistory).select(
    sql`SELECT 'attendee_health', registrations.attendee_profile_id, ${nextStep(sql`registrations.attendee_profile_id`)}, 'kept', 'erased', 'system', NULL, NULL, ${input.now}, NULL, NULL
      FROM registrations WHERE ${dueAnswers(input)} GROUP BY registrations.attendee_profile_id`,
  )
/** Removes earlier answers to these questions from registrations with a program, if they are due. */
export const eraseDueFormerAnswers = (db: Db, { attendee_ids, question_ids, now }: Answers): Statement =>
  db.delete(answerChanges).where(
    sql`${answerChanges.registration_id} IN (SELECT registrations.id FROM registrations WHERE registrations.attendee_id IN ${among(attendee_ids)} AND ${isProgramDue(now)})
        AND ${answerChanges.field_id} IN ${among(question_ids)}`,
  )
/** Removes the answers to these questions from registrations with a program, if they are due. */
export const eraseDueAnswers = (db: Db, input: Answers) =>
  db
    .update(registrations)
    .set({
      form_response: sql`json_set(form_response, '$.answers', (SELECT json_group_array(json(a.value)) FROM json_each(form_response, '$.answers') AS a WHERE a.value ->> '$.field_id' NOT IN ${among(input.question_ids)}))`,
    })
    .where(dueAnswers(input))
    .returning({ id: registrations.id })

const nextStep = (id: SQL): SQL =>
  sql`1 + coalesce((SELECT max(h.step) FROM status_history AS h WHERE h.object = 'attendee_health' AND h.object_id = ${id}), 0)`
