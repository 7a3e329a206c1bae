import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { SheetQuery } from '../../contract/organisation/sheet.ts'
import { rosterFields } from '../../contract/people/attendee-fields.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy, nameForProgram } from '../../platform/database/attendee-visibility.ts'
import { isOwed, remaining } from '../../platform/database/owed-orders.ts'
import { peopleTerms } from '../../platform/database/people-terms.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import {
  dayColumns,
  attendees,
  customers,
  eventGroups,
  eventOptions,
  eventQuestions,
  events,
  groupPlaces,
  orders,
  programs,
  questions,
  registrations,
  users,
} from '../../platform/database/tables.ts'
import { waiverOf } from './roster-rows.ts'

const sold = statusList(registrationStates.sold)

export const sheetEvent = (db: Db, eventId: SQL) =>
  db
    .select({
      id: events.id,
      key: events.key,
      name: events.name,
      translations: events.translations,
      ...dayColumns,
      days_off: events.days_off,
    })
    .from(events)
    .where(sql`${events.id} = ${eventId}`)

type Signed = { version: number; signed_at: number; signed_by: string; relation: string }
/** The latest waiver that was signed for a registration, with its signer. */
const signedBy =
  sql<Signed | null>`(SELECT json_object('version', a.version, 'signed_at', a.accepted_at, 'relation', a.relation, 'signed_by', u.first_name || ' ' || u.last_name)
  FROM waiver_acceptances AS a JOIN customers AS c ON c.id = a.accepted_by_customer_id JOIN users AS u ON u.id = c.user_id
  WHERE a.registration_id = registrations.id ORDER BY a.accepted_at DESC, a.version DESC LIMIT 1)`.mapWith(
    (text: string) => JSON.parse(text) as Signed,
  )

/** True for a place whose order still owes something. */
export const isDue = sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = registrations.order_id AND ${isOwed})`
const groupOfPlace = sql`(SELECT g.group_id FROM group_places AS g WHERE g.registration_id = registrations.id)`
export const isWithoutGroup = sql`${groupOfPlace} IS NULL`

type Chosen = Pick<SheetQuery, 'group' | 'show' | 'search'> & { program_id: string }
/** The paid places of an event that a query selects. The query joins `events` and `programs`, which the waiver needs. */
function placesOf(eventId: SQL, { group, show, search, program_id }: Chosen): SQL | undefined {
  const terms = search ? peopleTerms(program_id, search) : null
  return and(
    sql`${registrations.event_id} = ${eventId} AND ${registrations.status} IN ${sold}`,
    group === undefined
      ? undefined
      : sql`${groupOfPlace} = (SELECT g.id FROM event_groups AS g WHERE g.event_id = ${eventId} AND g.key = ${group})`,
    show === 'waiver_missing' ? sql`${waiverOf} = 'missing'` : undefined,
    show === 'due' ? isDue : undefined,
    show === 'without_group' ? isWithoutGroup : undefined,
    terms === null
      ? undefined
      : sql`registrations.attendee_profile_id IN (SELECT p.id FROM attendees_text AS t CROSS JOIN attendee_profiles AS p ON p.rowid = t.rowid WHERE attendees_text MATCH ${terms})`,
  )
}

type Page = Chosen & Pick<SheetQuery, 'sort' | 'limit' | 'skip'>
const byName = [nameForProgram('last_name'), nameForProgram('first_name'), sql`registrations.id`]
const inOrder = {
  name: byName,
  option: [sql`event_options.position`, ...byName],
  // People without a group are last.
  group: [sql`event_groups.position IS NULL`, sql`event_groups.position`, ...byName],
  created: [sql`registrations.created DESC`, ...byName],
} satisfies Record<SheetQuery['sort'], SQL[]>

/** Subquery for the ids of the places on a page. */
export const placesOnPage = (eventId: SQL, { sort, limit = -1, skip, ...chosen }: Page): SQL =>
  sql`(SELECT registrations.id FROM registrations JOIN events ON events.id = registrations.event_id JOIN programs ON programs.id = registrations.program_id
    JOIN attendees ON attendees.id = registrations.attendee_id JOIN event_options ON event_options.id = registrations.option_id
    LEFT JOIN group_places ON group_places.registration_id = registrations.id LEFT JOIN event_groups ON event_groups.id = group_places.group_id
    WHERE ${placesOf(eventId, chosen)} ORDER BY ${sql.join(inOrder[sort], sql`, `)} LIMIT ${limit} OFFSET ${skip})`
/** Subquery for the people who have these places. */
export const peopleOf = (places: SQL): SQL =>
  sql`(SELECT r.attendee_id FROM registrations AS r WHERE r.id IN ${places})`

/** The people with these places, in order. Health information in it is sealed. */
export const sheetRows = (db: Db, places: SQL, sort: SheetQuery['sort']) =>
  db
    .select({
      registration_id: registrations.id,
      status: registrations.status,
      attendee_id: registrations.attendee_id,
      attendee_profile_id: registrations.attendee_profile_id,
      attendee: attendeeSeenBy({ program_id: registrations.program_id }, rosterFields, { booked: 'registrations' }),
      option: { name: eventOptions.name, translations: eventOptions.translations },
      group: eventGroups.key,
      waiver: waiverOf,
      signed: signedBy,
      form: registrations.form_response,
      family: {
        customer_id: registrations.customer_id,
        first_name: users.first_name,
        last_name: users.last_name,
        phone: users.phone,
      },
      order_id: registrations.order_id,
      due: sql<
        number | null
      >`(SELECT ${remaining} FROM ${orders} WHERE ${orders.id} = registrations.order_id AND ${isOwed})`,
      currency: programs.default_currency,
      country: programs.country,
    })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.event_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(eventOptions, eq(eventOptions.id, registrations.option_id))
    .innerJoin(customers, eq(customers.id, registrations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .leftJoin(groupPlaces, eq(groupPlaces.registration_id, registrations.id))
    .leftJoin(eventGroups, eq(eventGroups.id, groupPlaces.group_id))
    .where(sql`${registrations.id} IN ${places}`)
    .orderBy(...inOrder[sort])
export type SheetRow = Awaited<ReturnType<typeof sheetRows>>[number]

/** The number of people that a query of the sheet selects. */
export const countSheet = (db: Db, eventId: SQL, chosen: Chosen) =>
  db
    .select({ total: count() })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.event_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .where(placesOf(eventId, chosen))

const questionColumns = {
  id: questions.id,
  key: questions.key,
  title: questions.title,
  type: questions.type,
  choices: questions.choices,
  required: questions.required,
  show_if: questions.show_if,
  translations: questions.translations,
}

/** The questions of the program of a registration. */
export const questionsOfRegistration = (db: Db, registrationId: string) =>
  db
    .select(questionColumns)
    .from(questions)
    .innerJoin(registrations, eq(registrations.program_id, questions.program_id))
    .where(eq(registrations.id, registrationId))

/** The questions of an event, in their order. */
export const sheetQuestions = (db: Db, eventId: SQL) =>
  db
    .select(questionColumns)
    .from(eventQuestions)
    .innerJoin(questions, eq(questions.id, eventQuestions.question_id))
    .where(sql`${eventQuestions.event_id} = ${eventId}`)
    .orderBy(eventQuestions.position)
export type SheetQuestion = Awaited<ReturnType<typeof sheetQuestions>>[number]
