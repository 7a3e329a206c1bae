import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reach } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy } from '../../platform/database/attendee-visibility.ts'
import { among } from '../../platform/database/json-lists.ts'
import {
  attendeeProfiles,
  attendees,
  customerProfiles,
  customers,
  programs,
  relations,
  users,
} from '../../platform/database/tables.ts'
import { maxCounted } from '../../contract/limits.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Translations } from '../../contract/texts.ts'
import { statusList } from '../../platform/database/status-sql.ts'

const sold = statusList(registrationStates.sold)

/** The part of a program that the caller reaches. */
export type Within = { program_id: string; event_ids: Reach['event_ids'] }
export type Ordered = { limit: number; skip: number; isByEmail: boolean }
/** `terms` find people, and those that `exact` finds come first. */
type Terms = { terms: string; exact: string }
export type Search = Within & Ordered & Terms & { now: number }

/** The ids of paid places in the caller's events and appointment types. */
const ownPlaces = (event_ids: readonly string[]): SQL =>
  sql`(SELECT e.id FROM registrations AS e WHERE e.event_id IN ${among(event_ids)} AND e.status IN ${sold}
    UNION ALL SELECT t.id FROM registrations AS t WHERE t.appointment_type_id IN ${among(event_ids)} AND t.status IN ${sold})`

/** Condition that a place, `r` in its query, is in the caller's events and appointment types. */
export const isPlaceWithin = ({ event_ids }: Within): SQL =>
  event_ids === 'all' ? sql`1` : sql`r.id IN ${ownPlaces(event_ids)}`

/** Condition that a person of a program has a paid place within the caller's reach. */
export const isAttendeeWithin = ({ event_ids }: Within, id: SQL): SQL =>
  event_ids === 'all'
    ? sql`1`
    : sql`${id} IN (SELECT r.attendee_profile_id FROM registrations AS r WHERE r.id IN ${ownPlaces(event_ids)})`

/** Condition that a customer has a paid place within the caller's reach, for themselves or their family. */
const isCustomerWithin = ({ event_ids }: Within): SQL =>
  event_ids === 'all'
    ? sql`1`
    : sql`p.customer_id IN (SELECT r.customer_id FROM registrations AS r WHERE r.id IN ${ownPlaces(event_ids)}
        UNION SELECT rel.customer_id FROM registrations AS r JOIN relations AS rel ON rel.attendee_id = r.attendee_id WHERE r.id IN ${ownPlaces(event_ids)})`

// The plus sign keeps the index from running the search once for each person within reach.
export const foundCustomers = (search: Within & { terms: string }): SQL =>
  sql`FROM customers_text WHERE customers_text MATCH ${search.terms}${
    search.event_ids === 'all'
      ? sql.empty()
      : sql` AND +customers_text.rowid IN (SELECT p.rowid FROM customer_profiles AS p WHERE p.program_id = ${search.program_id} AND ${isCustomerWithin(search)})`
  }`
const foundAttendees = (search: Within & { terms: string }): SQL =>
  sql`FROM attendees_text WHERE attendees_text MATCH ${search.terms}${
    search.event_ids === 'all'
      ? sql.empty()
      : sql` AND +attendees_text.rowid IN (SELECT p.rowid FROM attendee_profiles AS p WHERE p.program_id = ${search.program_id} AND ${isAttendeeWithin(search, sql`p.id`)})`
  }`
/**
 * The newest first; for an email the oldest. From the newest on, the index cannot skip the people without the rare word
 * of the email, and reads all who share its common ones.
 */
const orderOf = ({ isByEmail }: Pick<Ordered, 'isByEmail'>): SQL => (isByEmail ? sql`ASC` : sql`DESC`)
/** The first matches up to the end of a page: the index stops after them. */
const firstOf = (found: SQL, { limit, skip, ...search }: Ordered): SQL =>
  sql`(SELECT rowid AS row ${found} ORDER BY rowid ${orderOf(search)} LIMIT ${limit + skip})`
/**
 * One page of the matches of a search with their rows and places in it: those of whole words first, then those of
 * beginnings. Each part is as long as the page needs at most.
 */
export const pageOf = <Each extends Within & Terms & Ordered>(find: (search: Each) => SQL, search: Each): SQL =>
  sql`(SELECT row, row_number() OVER (ORDER BY is_exact DESC, row ${orderOf(search)}) AS place
    FROM (SELECT row, max(is_exact) AS is_exact FROM (
      SELECT row, 1 AS is_exact FROM ${firstOf(find({ ...search, terms: search.exact }), search)}
      UNION ALL SELECT row, 0 FROM ${firstOf(find(search), search)}) GROUP BY row)
    ORDER BY place LIMIT ${search.limit} OFFSET ${search.skip})`
const countOf = (db: Db, found: SQL) =>
  db
    .select({
      total: sql<number>`min(n, ${maxCounted})`,
      is_capped: sql<number>`n > ${maxCounted}`,
    })
    .from(sql`(SELECT count(*) AS n FROM (SELECT rowid ${found} LIMIT ${maxCounted + 1}))`)

export type Next = {
  registration_id: string
  title: string
  translations: Translations
  starts_at: number
  ends_at: number
  timezone: string
}
/** The next booking of a customer or of a person of a program, as JSON. */
const nextBooking = (whose: SQL, within: Within, now: number) =>
  sql<Next | null>`(SELECT json_object('registration_id', r.id, 'title', b.title, 'translations', json(b.translations), 'starts_at', b.starts_at, 'ends_at', b.ends_at, 'timezone', b.timezone)
    FROM registrations AS r CROSS JOIN bookings AS b ON b.id = r.id
    WHERE ${whose} AND +r.program_id = ${within.program_id} AND r.status IN ${statusList(registrationStates.attending)} AND ${isPlaceWithin(within)} AND b.ends_at >= ${now}
    ORDER BY b.starts_at, r.id LIMIT 1)`.mapWith((text: string) => JSON.parse(text) as Next)

/** The contact details of a customer for their organisation. */
export const contact = {
  id: customerProfiles.id,
  first_name: users.first_name,
  last_name: users.last_name,
  email: users.email,
  phone: users.phone,
}
const memberFields = ['first_name', 'last_name', 'date_of_birth'] as const

// The plus signs keep the database from reading a whole program instead of the people of the page.
/** A page of the customers of a program that match, the people whom they register, and the number of matches. */
export const searchCustomers = (db: Db, search: Search) => {
  const page = pageOf(foundCustomers, search)
  return [
    db
      .select({
        id: customers.id,
        phones: customers.phones,
        created: customerProfiles.created,
        contact,
        next: nextBooking(sql`r.customer_id = ${customers.id}`, search, search.now),
      })
      .from(sql`${page} AS page`)
      .innerJoin(customerProfiles, sql`${customerProfiles}.rowid = page.row`)
      .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
      .innerJoin(users, eq(users.id, customers.user_id))
      .orderBy(sql`page.place`),
    db
      .select({
        customer_id: relations.customer_id,
        relation: relations.relation,
        id: attendeeProfiles.id,
        person: attendeeSeenBy({ program_id: search.program_id }, memberFields),
        timezone: programs.timezone,
      })
      .from(relations)
      .innerJoin(attendees, eq(attendees.id, relations.attendee_id))
      .innerJoin(
        attendeeProfiles,
        and(
          eq(attendeeProfiles.attendee_id, attendees.id),
          sql`+${attendeeProfiles.program_id} = ${search.program_id}`,
        ),
      )
      .innerJoin(programs, eq(programs.id, attendeeProfiles.program_id))
      .where(
        sql`${relations.customer_id} IN (SELECT p.customer_id FROM customer_profiles AS p WHERE p.rowid IN (SELECT row FROM ${page}))
          AND ${relations.relation} <> 'self' AND ${relations.archived_at} IS NULL AND ${attendeeProfiles.status} <> 'merged'
          AND ${isAttendeeWithin(search, sql`${attendeeProfiles.id}`)}`,
      )
      .orderBy(relations.customer_id, attendeeProfiles.created, attendeeProfiles.id),
    countOf(db, foundCustomers(search)),
  ] as const
}

/** A page of the people of a program that match, their adults with the program, and the number of matches. */
export const searchAttendees = (db: Db, search: Search) => {
  const page = pageOf(foundAttendees, search)
  return [
    db
      .select({
        id: attendeeProfiles.id,
        attendee_id: attendeeProfiles.attendee_id,
        status: attendeeProfiles.status,
        person: attendeeSeenBy({ program_id: search.program_id }, memberFields),
        timezone: programs.timezone,
        next: nextBooking(sql`r.attendee_profile_id = ${attendeeProfiles.id}`, search, search.now),
      })
      .from(sql`${page} AS page`)
      .innerJoin(attendeeProfiles, sql`${attendeeProfiles}.rowid = page.row`)
      .innerJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
      .innerJoin(programs, eq(programs.id, attendeeProfiles.program_id))
      .orderBy(sql`page.place`),
    db
      .select({ attendee_id: relations.attendee_id, relation: relations.relation, customer_id: customers.id, contact })
      .from(relations)
      .innerJoin(customers, eq(customers.id, relations.customer_id))
      .innerJoin(users, and(eq(users.id, customers.user_id), eq(users.is_active, true)))
      .innerJoin(
        customerProfiles,
        and(
          eq(customerProfiles.customer_id, customers.id),
          sql`+${customerProfiles.program_id} = ${search.program_id}`,
        ),
      )
      .where(
        sql`${relations.attendee_id} IN (SELECT p.attendee_id FROM attendee_profiles AS p WHERE p.rowid IN (SELECT row FROM ${page}) AND p.status <> 'disconnected')
          AND ${relations.archived_at} IS NULL`,
      )
      .orderBy(relations.attendee_id, relations.created, customers.id),
    countOf(db, foundAttendees(search)),
  ] as const
}
