import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { EventStatus } from '../../contract/states/event-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { among } from '../../platform/database/json-lists.ts'
import type { Db } from '../../platform/database/database.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import {
  eventOptions,
  events,
  eventVenues,
  optionPools,
  pools,
  programs,
  questions,
  registrations,
  venues,
} from '../../platform/database/tables.ts'

type Season = {
  program_id: string
  statuses: readonly EventStatus[]
  from: number | null
  to: number | null
  ended_before: number | null
  terms: string | null
}
type SeasonPage = Season & { limit: number; skip: number; order: 'asc' | 'desc' }

export const timezoneOf = (db: Db, programId: string) =>
  db.select({ timezone: programs.timezone }).from(programs).where(eq(programs.id, programId))

// An event that ends exactly at the start of the first day has no time on it.
const matching = ({ program_id, statuses, from, to, ended_before, terms }: Season): SQL | undefined =>
  and(
    eq(events.program_id, program_id),
    statuses.length === 1 ? eq(events.status, statuses[0] as EventStatus) : sql`${events.status} IN ${among(statuses)}`,
    to === null ? undefined : sql`${events.starts_at} < ${to}`,
    from === null ? undefined : sql`${events.ends_at} > ${from}`,
    ended_before === null ? undefined : sql`${events.ends_at} <= ${ended_before}`,
    terms === null ? undefined : sql`events.rowid IN (SELECT rowid FROM events_text WHERE events_text MATCH ${terms})`,
  )

/** The ids of a page. Each status is read by itself, because the index orders the events of one status by their start. */
function idsOfPage({ limit, skip, order, ...season }: SeasonPage): SQL {
  const byStart = sql.raw(`ORDER BY starts_at ${order}, id ${order}`)
  const parts = season.statuses.map(
    (status) =>
      sql`SELECT * FROM (SELECT events.id, events.starts_at FROM events WHERE ${matching({ ...season, statuses: [status] })} ${byStart} LIMIT ${skip + limit})`,
  )
  return sql`(SELECT id FROM (${sql.join(parts, sql` UNION ALL `)}) ${byStart} LIMIT ${limit} OFFSET ${skip})`
}

/** A page of the events of a season with their places, by start, and the number of all of them, for one batch. */
export function seasonReads(db: Db, input: SeasonPage) {
  const towards = input.order === 'desc' ? desc : asc
  const ids = idsOfPage(input)
  const page = db
    .select()
    .from(events)
    .where(sql`${events.id} IN ${ids}`)
    .orderBy(towards(events.starts_at), towards(events.id))
  return {
    page,
    counted: db.select({ total: count() }).from(events).where(matching(input)),
    options: db
      .select()
      .from(eventOptions)
      .where(and(sql`${eventOptions.event_id} IN ${ids}`, eq(eventOptions.is_removed, false)))
      .orderBy(eventOptions.position, eventOptions.key),
    poolTies: db
      .select({ option_id: optionPools.option_id, key: pools.key })
      .from(eventOptions)
      .crossJoin(optionPools)
      .crossJoin(pools)
      .where(
        and(
          sql`${eventOptions.event_id} IN ${ids}`,
          eq(optionPools.option_id, eventOptions.id),
          eq(pools.id, optionPools.pool_id),
        ),
      ),
    places: db
      .select({ event_id: eventVenues.event_id, key: venues.key, name: venues.name, translations: venues.translations })
      .from(eventVenues)
      .innerJoin(venues, eq(venues.id, eventVenues.venue_id))
      .where(sql`${eventVenues.event_id} IN ${ids}`)
      .orderBy(eventVenues.position),
    sold: db
      .select({ event_id: registrations.event_id, option_id: registrations.option_id, sold: count() })
      .from(registrations)
      .where(
        sql`${registrations.event_id} IN ${ids} AND ${registrations.status} IN ${statusList(registrationStates.sold)}`,
      )
      .groupBy(registrations.event_id, registrations.option_id),
    waiting: db
      .select({ event_id: registrations.event_id, waiting: count() })
      .from(registrations)
      .where(
        sql`${registrations.event_id} IN ${ids} AND ${registrations.status} IN ${statusList(registrationStates.waiting)}`,
      )
      .groupBy(registrations.event_id),
  }
}

/** The questions of a program with their texts in every language. */
export const questionsOfForm = (db: Db, programId: string) =>
  db.select().from(questions).where(eq(questions.program_id, programId)).orderBy(questions.key)

/** True when someone is registered for an event, or has an appointment, with this question. */
export const questionInUse = (db: Db, questionId: string) =>
  db
    .select({
      is_in_use: sql<number>`EXISTS (SELECT 1 FROM event_questions AS q JOIN registrations AS r ON r.event_id = q.event_id WHERE q.question_id = ${questionId})
        OR EXISTS (SELECT 1 FROM appointment_type_questions AS q JOIN registrations AS r ON r.appointment_type_id = q.appointment_type_id WHERE q.question_id = ${questionId})`,
    })
    .from(questions)
    .where(eq(questions.id, questionId))

/** The key of an event by its id. */
export const keyOfEvent = (db: Db, { program_id, event_id }: { program_id: string; event_id: string }) =>
  db
    .select({ key: events.key })
    .from(events)
    .where(and(eq(events.program_id, program_id), eq(events.id, event_id)))
