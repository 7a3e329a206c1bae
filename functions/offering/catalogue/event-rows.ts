import { among } from '../../platform/database/json-lists.ts'
import { and, eq, getTableColumns, placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { events } from '../../platform/database/tables.ts'
import { packagesOf, questionsOf, waiverOf } from '../../platform/database/booking-form-json.ts'
import type { EventRecord, OptionRecord, PackageRecord, QuestionRecord } from './event-record.ts'
import { nameTranslations } from '../../platform/database/page-start.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import * as billingStates from '../../contract/states/billing-states.ts'

// Column names are written out in these subqueries, because drizzle would omit their table.
const json = <Value>(query: SQL) => sql<Value>`(${query})`.mapWith((text: string) => JSON.parse(text) as Value)
const programOf = sql`SELECT json_object('id', p.id, 'name', p.name, 'timezone', p.timezone, 'currency', p.default_currency, 'country', p.country, 'translations', ${nameTranslations('p')}, 'selling', json_remove(p.selling, '$.offline_instructions', '$.translations'),
  'default_sales_end', coalesce(p.preferences ->> '$.default_sales_end', 'PT0S'), 'answers_until', p.preferences ->> '$.answers_until') FROM programs AS p WHERE p.id = events.program_id`
const poolsOf = sql`SELECT json_group_array(json_object('id', p.id, 'spots_total', p.spots_total, 'spots_taken', p.spots_taken))
  FROM option_pools AS op CROSS JOIN pools AS p WHERE op.option_id = o.id AND p.id = op.pool_id`
const optionsOf = sql`SELECT json_group_array(json_object('id', o.id, 'position', o.position, 'name', o.name, 'description', o.description, 'free', o.free, 'cost', o.cost, 'gender', o.gender,
  'minimum_age', o.minimum_age, 'maximum_age', o.maximum_age, 'spots_total', o.spots_total, 'spots_taken', o.spots_taken, 'sale_starts_at', o.sale_starts_at, 'sale_ends_at', o.sale_ends_at,
  'is_closed', o.is_closed, 'is_removed', o.is_removed, 'appointment_option_id', o.appointment_option_id, 'payment_plan', json(o.payment_plan), 'translations', json(o.translations), 'pools', json((${poolsOf})))) FROM event_options AS o WHERE o.event_id = events.id`
const venuesOf = sql`SELECT json_group_array(json_object('id', v.id, 'position', ev.position, 'name', v.name, 'address', json(v.address), 'timezone', v.timezone, 'translations', json(v.translations)))
  FROM event_venues AS ev CROSS JOIN venues AS v WHERE ev.event_id = events.id AND v.id = ev.venue_id`
const {
  online_event_url,
  waiver_id,
  waiver_may_wait,
  groups_shown,
  program_id,
  key,
  step,
  cancel_text,
  cancel_translations,
  has_started,
  has_options,
  has_free_option,
  minimum_age,
  maximum_age,
  has_age_gap,
  genders,
  ...columns
} = getTableColumns(events)
const record = {
  ...columns,
  program: json<EventRecord['program']>(programOf),
  options: json<OptionRecord[]>(optionsOf),
  packages: json<PackageRecord[]>(packagesOf(sql`events.restrict_to_package_ids`, sql`events.program_id`)),
  venues: json<EventRecord['venues']>(venuesOf),
  questions: json<QuestionRecord[]>(questionsOf(sql`event_questions`, sql`tie.event_id = events.id`)),
  waiver: json<EventRecord['waiver']>(
    waiverOf(
      sql`coalesce(events.waiver_id, (SELECT p.preferences ->> '$.default_event_waiver' FROM programs AS p WHERE p.id = events.program_id))`,
    ),
  ),
}

/** Events with everything that belongs to them, one row each. */
export const eventRecords = (db: Db, where: SQL | undefined) => db.select(record).from(events).where(where)

export type WhichEvents = readonly string[] | SQL
const isList = (which: WhichEvents): which is readonly string[] => Array.isArray(which)
/** Events by their ids, or by a condition on `events`, in any status. */
export const eventsOf = (db: Db, which: WhichEvents) =>
  eventRecords(db, isList(which) ? sql`events.id IN ${among(which)}` : which)

const isShown = sql`EXISTS (SELECT 1 FROM programs AS p WHERE p.id = events.program_id AND p.billing_status IN ${statusList(billingStates.open)})`

/** Condition for events that are public by their id: published or cancelled. */
export const isPublicEvent = sql`events.status IN ${statusList(eventStates.visible)} AND ${isShown}`
export const publicEvent = prepared((db) =>
  eventRecords(db, and(eq(events.id, placeholder('event_id')), isPublicEvent)).prepare(),
)

/** Condition that matches no event, checked by the key without a scan. */
export const noEvent = sql`events.id = ''`
export type LifecycleFilter = {
  status?: readonly ('upcoming' | 'ongoing' | 'ended' | 'cancelled')[] | undefined
  now: number
}
/**
 * The start of an event in a condition. The unary plus keeps SQLite from using the index sorted by start when another
 * order has another index.
 */
export const startOfEvent = { ordering: sql`events.starts_at`, otherwise: sql`+events.starts_at` }
const lifecycles = {
  upcoming: (now: number, start: SQL) => sql`${start} > ${now}`,
  ongoing: (now: number, start: SQL) => sql`(${start} <= ${now} AND events.ends_at >= ${now})`,
  ended: (now: number) => sql`events.ends_at < ${now}`,
}

/**
 * Condition for listed events: published ones in the chosen periods, or in all when none is chosen; cancelled ones only
 * on request. For a single program, its public status is checked once instead of per event.
 */
export function listedPart(
  programId: string | null,
  { status, now }: LifecycleFilter,
  start = startOfEvent.ordering,
): SQL {
  const ofProgram =
    programId === null
      ? sql`events.program_id NOT IN (SELECT id FROM programs WHERE billing_status = 'cancelled')`
      : sql`EXISTS (SELECT 1 FROM programs AS p WHERE p.id = ${programId} AND p.billing_status IN ${statusList(billingStates.open)})`
  const times = status?.filter((each) => each !== 'cancelled').map((each) => lifecycles[each](now, start))
  const inTime = times && times.length > 0 ? sql`(${sql.join(times, sql` OR `)})` : null
  if (!status?.includes('cancelled'))
    return sql.join([sql`events.status = 'published'`, ofProgram, ...(inTime ? [inTime] : [])], sql` AND `)
  if (!inTime) return sql`events.status = 'cancelled' AND ${ofProgram}`
  return sql`events.status IN ${statusList(eventStates.visible)} AND ${ofProgram} AND (events.status = 'cancelled' OR ${inTime})`
}
