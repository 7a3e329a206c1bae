import { type SQL, sql } from 'drizzle-orm'
import { reportColumns, type ReportGroup } from '../../contract/organisation/reports.ts'
import * as checkInStates from '../../contract/states/check-in-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Reach } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import { programs, questions } from '../../platform/database/tables.ts'
import {
  endOf,
  type Group,
  groupColumns,
  isInPeriod,
  keyOf,
  namesOf,
  periodsOf,
  rowsOf,
  startOf,
  type Window,
} from './group-rows.ts'

type Input = Window & { by: ReportGroup; limit: number; skip: number; reach: Reach }

const itemOf = (column: string): SQL =>
  sql.raw(`(SELECT i.${column} FROM order_items AS i WHERE i.registration_id = r.id ORDER BY i.created LIMIT 1)`)

/** What a registration counts for, within the events that the reader looks after. */
const ofPlace: SQL = sql`r.id AS registration_id, coalesce(r.event_id, r.appointment_type_id) AS place,
  coalesce(r.option_id, r.appointment_option_id) AS product, ${itemOf('product_name')} AS product_name,
  ${itemOf('translations')} AS product_texts, NULL AS kind`
const isInReach = ({ reach: { event_ids } }: Input): SQL =>
  event_ids === 'all' ? sql`` : sql` AND coalesce(r.event_id, r.appointment_type_id) IN ${among(event_ids)}`

const marksOf = (input: Input): SQL =>
  sql`lines AS MATERIALIZED (SELECT periods.key AS week, c.status, ${ofPlace}
    FROM check_ins AS c CROSS JOIN registrations AS r ON r.id = c.registration_id AND r.program_id = ${input.program_id}
    JOIN periods ON ${isInPeriod(sql`c.starts_at`)}
    WHERE c.starts_at >= ${startOf(input)} AND c.starts_at < ${endOf(input)}${isInReach(input)})`
const markSums = sql`count(DISTINCT lines.registration_id) AS people, coalesce(sum(lines.status IN ${statusList(checkInStates.came)}), 0) AS days_here,
  coalesce(sum(lines.status = 'picked_up'), 0) AS days_picked_up, coalesce(sum(lines.status = 'absent'), 0) AS days_absent`
export type MarkSums = { people: number; days_here: number; days_picked_up: number; days_absent: number }

/** A query of the groups `g`, each with its name and the number of all of them. */
const groupsOf = (
  { by, limit, skip }: Input,
  { columns, extra, order }: { columns: SQL; extra: SQL; order: SQL },
): SQL =>
  sql`g AS (SELECT ${keyOf[by]} AS key, max(lines.product_name) AS product_name, max(lines.product_texts) AS product_texts, max(lines.kind) AS kind, ${columns}
      FROM lines GROUP BY ${keyOf[by]}${extra})
    SELECT g.*, ${namesOf[by].columns}, count(*) OVER () AS total FROM g ${namesOf[by].joins}
    ORDER BY name, g.key${order} LIMIT ${limit} OFFSET ${skip}`

export const attendanceGroups = (db: Db, input: Input) =>
  rowsOf<Group & MarkSums>(
    db,
    [...groupColumns, ...Object.keys(reportColumns.attendance)],
    sql`WITH ${periodsOf(input)}, ${marksOf(input)}, ${groupsOf(input, { columns: markSums, extra: sql``, order: sql`` })}`,
  )

/** The marks of all days of the report. */
export const attendanceTotals = (db: Db, input: Input) =>
  rowsOf<MarkSums>(
    db,
    Object.keys(reportColumns.attendance),
    sql`WITH ${periodsOf(input)}, ${marksOf(input)} SELECT ${markSums} FROM lines`,
  )

type AnswerInput = Input & { healthIds: readonly string[] }
const choosing = ['yes_no', 'single_choice', 'multi_choice', 'dropdown', 'consent']

/**
 * The answers of places that were booked in the period. A choice is a line each; of other questions only whether they
 * were answered. Without those about health: neither sealed ones nor answers to questions about health.
 */
const answersOf = (input: AnswerInput): SQL =>
  sql`lines AS MATERIALIZED (SELECT periods.key AS week, q.id AS question_id, iif(q.type IN ${among(choosing)}, v.value, NULL) AS answer, ${ofPlace}
    FROM periods CROSS JOIN registrations AS r ON r.program_id = ${input.program_id} AND r.created >= periods.starts AND r.created < periods.ends
    CROSS JOIN json_each(r.form_response, '$.answers') AS a
    CROSS JOIN questions AS q ON q.id = a.value ->> '$.field_id' AND q.program_id = r.program_id
    CROSS JOIN json_each(CASE json_type(a.value, '$.value') WHEN 'array' THEN a.value -> '$.value' ELSE json_array(json(a.value -> '$.value')) END) AS v
    WHERE r.status IN ${statusList(registrationStates.sold)} AND a.value ->> '$.sealed' IS NULL AND v.value IS NOT NULL
      AND q.id NOT IN ${among(input.healthIds)}${isInReach(input)})`
export type AnswerRow = Group & { question_id: string; answer: string | number | null; people: number }

/** How often each answer was given, by group and question. */
export const answerGroups = (db: Db, input: AnswerInput) =>
  rowsOf<AnswerRow>(
    db,
    [...groupColumns, 'question_id', 'answer', 'people'],
    sql`WITH ${periodsOf(input)}, ${answersOf(input)}, ${groupsOf(input, {
      columns: sql`lines.question_id, lines.answer, count(DISTINCT lines.registration_id) AS people`,
      extra: sql`, lines.question_id, lines.answer`,
      order: sql`, g.question_id, g.answer`,
    })}`,
  )

/** The number of places with an answer. */
export const answerTotals = (db: Db, input: AnswerInput) =>
  rowsOf<{ people: number }>(
    db,
    ['people'],
    sql`WITH ${periodsOf(input)}, ${answersOf(input)} SELECT count(DISTINCT registration_id) AS people FROM lines`,
  )

/** The questions of a program with their choices. */
export const questionsWithChoices = (db: Db, programId: string) =>
  db.select().from(questions).where(sql`${questions.program_id} = ${programId}`)

export const programOfReport = (db: Db, programId: string) =>
  db
    .select({ timezone: programs.timezone, country: programs.country })
    .from(programs)
    .where(sql`${programs.id} = ${programId}`)
