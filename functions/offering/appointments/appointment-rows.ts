import { among } from '../../platform/database/json-lists.ts'
import { and, asc, count, desc, eq, getTableColumns, placeholder, type SQL, sql } from 'drizzle-orm'
import type { AppointmentTypeListQuery } from '../../contract/offering/appointment.ts'
import { packagesOf, questionsOf, waiverOf } from '../../platform/database/booking-form-json.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { appointmentSlots, appointmentTypes } from '../../platform/database/tables.ts'
import type { Closure } from './closed-days.ts'
import type { AppointmentTypeRecord, OptionRecord } from './appointment-record.ts'
import { nameTranslations } from '../../platform/database/page-start.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

// Column names are written out in these subqueries, because drizzle would omit their table.
const json = <Value>(query: SQL) => sql<Value>`(${query})`.mapWith((text: string) => JSON.parse(text) as Value)
const programOf = sql`SELECT json_object('id', p.id, 'name', p.name, 'timezone', p.timezone, 'currency', p.default_currency, 'country', p.country, 'translations', ${nameTranslations('p')}, 'selling', json(p.selling),
  'default_sales_end', coalesce(p.preferences ->> '$.default_sales_end', 'PT0S'), 'answers_until', p.preferences ->> '$.answers_until') FROM programs AS p WHERE p.id = appointment_types.program_id`
const allOptionsOf = sql`SELECT json_group_array(json_object('id', o.id, 'position', o.position, 'name', o.name, 'free', o.free, 'cost', o.cost, 'duration', o.duration, 'translations', json(o.translations)) ORDER BY o.position, o.id)
  FROM appointment_options AS o WHERE o.appointment_type_id = appointment_types.id`
const optionsOf = sql`${allOptionsOf} AND o.is_removed = 0`
const venuesOf = sql`SELECT json_group_array(json_object('id', v.id, 'position', av.position, 'name', v.name, 'address', json(v.address), 'timezone', v.timezone, 'translations', json(v.translations)) ORDER BY av.position)
  FROM appointment_type_venues AS av CROSS JOIN venues AS v WHERE av.appointment_type_id = appointment_types.id AND v.id = av.venue_id`

const { online_event_url, program_id, key, step, waiver_id, ...columns } = getTableColumns(appointmentTypes)
const record = {
  ...columns,
  program: json<AppointmentTypeRecord['program']>(programOf),
  options: json<OptionRecord[]>(optionsOf),
  venues: json<AppointmentTypeRecord['venues']>(venuesOf),
  packages: json<AppointmentTypeRecord['packages']>(
    packagesOf(sql`appointment_types.restrict_to_package_ids`, sql`appointment_types.program_id`),
  ),
  questions: json<AppointmentTypeRecord['questions']>(
    questionsOf(sql`appointment_type_questions`, sql`tie.appointment_type_id = appointment_types.id`),
  ),
  waiver: json<AppointmentTypeRecord['waiver']>(waiverOf(sql`appointment_types.waiver_id`)),
}

/** A condition on `appointment_types` that selects types. */
export type WhichTypes = SQL
/** Types in any status, with all of their options, past and present. */
export const typesWithAllOptions = (db: Db, which: WhichTypes) =>
  db
    .select({ ...record, options: json<OptionRecord[]>(allOptionsOf) })
    .from(appointmentTypes)
    .where(which)

/** One type in any status, with all of its options, past and present. */
export const typeWithAllOptions = (db: Db, typeId: string | null) =>
  typesWithAllOptions(db, sql`appointment_types.id = ${typeId}`)

// Public types: published, of a program with an open page that offers appointments.
const isListed = sql`appointment_types.status = 'published' AND EXISTS (SELECT 1 FROM programs AS p WHERE p.id = appointment_types.program_id AND p.billing_status IN ${statusList(billingStates.open)} AND p.features ->> '$.appointments' = 1)`

/** One public type. */
export const publicType = prepared((db) =>
  db
    .select(record)
    .from(appointmentTypes)
    .where(and(eq(appointmentTypes.id, placeholder('type_id')), isListed))
    .prepare(),
)

type TypeFilter = AppointmentTypeListQuery
/** One page of types and their total count, for one batch. */
export function typePage(db: Db, filter: TypeFilter) {
  const where = filter.program_id
    ? sql`${isListed} AND appointment_types.program_id IN ${among(filter.program_id)}`
    : isListed
  const direction = filter.order === 'desc' ? desc : asc
  return [
    db
      .select(record)
      .from(appointmentTypes)
      .where(where)
      .orderBy(direction(appointmentTypes[filter.sort]), direction(appointmentTypes.id))
      .limit(filter.limit)
      .offset(filter.skip),
    db.select({ total: count() }).from(appointmentTypes).where(where),
  ] as const
}

// The type: by its own id, or by that of one of its options.
const meant = sql`coalesce(${placeholder('type_id')}, (SELECT o.appointment_type_id FROM appointment_options AS o WHERE o.id = ${placeholder('option_id')}))`
// An appointment with its buffer lasts at most two days; a window that counts free days starts now.
const longest = sql.raw('172800000')
const resourcesOf = sql`FROM appointment_type_resources AS own WHERE own.appointment_type_id = appointment_types.id`
// The times of types that share a resource take every place (null).
const takenOf = sql`SELECT json_group_array(json_array(s.starts_at, s.free_at, iif(EXISTS (SELECT 1 ${resourcesOf}), NULL, s.place))) FROM appointment_slots AS s
  WHERE s.appointment_type_id IN (SELECT appointment_types.id UNION SELECT shared.appointment_type_id FROM appointment_type_resources AS shared WHERE shared.resource_id IN (SELECT own.resource_id ${resourcesOf})) AND s.is_taken = 1
  AND s.starts_at > iif(appointment_types.period_type = 'rolling_window', min(${placeholder('now')}, ${placeholder('from')}), ${placeholder('from')}) - ${longest} AND s.starts_at < ${placeholder('to')}`

const closuresOf = sql`SELECT json_group_array(json_object('why', c.why, 'days', json(c.days))) FROM (
  SELECT 'program' AS why, p.closed AS days FROM programs AS p WHERE p.id = appointment_types.program_id AND p.closed <> '[]'
  UNION ALL SELECT r.kind, r.closed FROM resources AS r WHERE r.id IN (SELECT own.resource_id ${resourcesOf}) AND r.closed <> '[]') AS c`
const availability = {
  ...record,
  taken: json<[number, number, number | null][]>(takenOf),
  needs_resources: sql<number>`EXISTS (SELECT 1 ${resourcesOf})`,
  closures: json<Closure[]>(closuresOf),
}

/** A type with its taken times between two instants: everything that decides about free times, in one query. */
export const typeWithTaken = prepared((db) =>
  db
    .select(availability)
    .from(appointmentTypes)
    .where(and(sql`appointment_types.id = ${meant}`, isListed))
    .prepare(),
)

/** Every public type of a program, each with its taken times, in one query. */
export const typesOfProgramWithTaken = prepared((db) =>
  db
    .select(availability)
    .from(appointmentTypes)
    .where(and(eq(appointmentTypes.program_id, placeholder('program_id')), isListed))
    .orderBy(asc(appointmentTypes.position), asc(appointmentTypes.id))
    .prepare(),
)

type SlotInsert = Omit<typeof appointmentSlots.$inferInsert, 'place' | 'is_taken'> & { spots_total: number }
/**
 * The lowest free place of a type at a time, ignoring the registration's own place. If none is free, the first place,
 * which the schema refuses; with `mayBeExtra`, the lowest free one beyond the total.
 */
function freePlace(
  { registration_id, appointment_type_id, spots_total, starts_at, free_at }: SlotInsert,
  mayBeExtra = false,
): SQL<number> {
  const near = sql`FROM appointment_slots AS s WHERE s.appointment_type_id = ${appointment_type_id} AND s.is_taken = 1 AND s.registration_id <> ${registration_id}
    AND s.starts_at < ${free_at} AND s.starts_at > ${starts_at - 172_800_000} AND s.free_at > ${starts_at}`
  const first = mayBeExtra
    ? sql`iif((SELECT count(DISTINCT s.place) ${near}) < ${spots_total}, 0, ${spots_total})`
    : sql`0`
  const lowest = sql`(SELECT min(n) FROM (SELECT ${first} AS n UNION SELECT s.place + 1 ${near}) WHERE n >= ${first} AND n NOT IN (SELECT s.place ${near}))`
  return mayBeExtra ? sql<number>`${lowest}` : sql<number>`iif(${lowest} < ${spots_total}, ${lowest}, 0)`
}

/** Inserts a slot at the lowest place that is free at its time; with `mayBeExtra`, beyond the total if none is. */
export function insertSlot(db: Db, slot: SlotInsert, mayBeExtra: boolean): Statement {
  const { registration_id, appointment_type_id, appointment_option_id, starts_at, ends_at, free_at } = slot
  return db
    .insert(appointmentSlots)
    .select(
      sql`SELECT ${registration_id}, ${appointment_type_id}, ${appointment_option_id}, ${freePlace(slot, mayBeExtra)}, ${starts_at}, ${ends_at}, ${free_at}, 1`,
    )
}

/**
 * Reschedules a registration to the lowest free place of its type at the new time, ignoring its own place. The schema
 * refuses a taken one.
 */
export function updateSlot(db: Db, slot: SlotInsert): Statement {
  const { registration_id, appointment_option_id, starts_at, ends_at, free_at } = slot
  return db
    .update(appointmentSlots)
    .set({ appointment_option_id, starts_at, ends_at, free_at, place: freePlace(slot) })
    .where(eq(appointmentSlots.registration_id, registration_id))
}
