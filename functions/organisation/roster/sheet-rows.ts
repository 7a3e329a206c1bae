import { and, eq, type SQL, sql } from 'drizzle-orm'
import { rosterFields } from '../../contract/people/attendee-fields.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy, nameForProgram } from '../../platform/database/attendee-visibility.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import {
  attendees,
  checkIns,
  customers,
  eventGroups,
  eventOptions,
  eventQuestions,
  events,
  groupPlaces,
  programs,
  questions,
  registrations,
  relations,
  users,
} from '../../platform/database/tables.ts'
import { waiverOf } from './roster-rows.ts'

const sold = statusList(registrationStates.sold)
const placesOf = (eventId: SQL) =>
  sql`(SELECT r.id FROM registrations AS r WHERE r.event_id = ${eventId} AND r.status IN ${sold})`
const peopleOf = (eventId: SQL) =>
  sql`(SELECT r.attendee_id FROM registrations AS r WHERE r.event_id = ${eventId} AND r.status IN ${sold})`

export const sheetEvent = (db: Db, eventId: SQL) =>
  db
    .select({
      id: events.id,
      key: events.key,
      name: events.name,
      translations: events.translations,
      timezone: events.timezone,
      starts_at: events.starts_at,
      ends_at: events.ends_at,
      overnight: events.overnight,
      is_series: events.is_series,
      series_dates: events.series_dates,
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

/** Everyone with a paid place in an event, by name. Health information in it is sealed. */
export const sheetRows = (db: Db, eventId: SQL) =>
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
    })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.event_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(eventOptions, eq(eventOptions.id, registrations.option_id))
    .leftJoin(groupPlaces, eq(groupPlaces.registration_id, registrations.id))
    .leftJoin(eventGroups, eq(eventGroups.id, groupPlaces.group_id))
    .where(sql`${registrations.event_id} = ${eventId} AND ${registrations.status} IN ${sold}`)
    .orderBy(nameForProgram('last_name'), nameForProgram('first_name'), registrations.id)
export type SheetRow = Awaited<ReturnType<typeof sheetRows>>[number]

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

export const sheetMarks = (db: Db, eventId: SQL, day: string) =>
  db
    .select()
    .from(checkIns)
    .where(and(sql`${checkIns.registration_id} IN ${placesOf(eventId)}`, eq(checkIns.day, day)))

/** Adults who may pick up the people of an event. */
export const sheetContacts = (db: Db, eventId: SQL) =>
  db
    .select({
      attendee_id: relations.attendee_id,
      relation: relations.relation,
      first_name: users.first_name,
      last_name: users.last_name,
      phone: users.phone,
    })
    .from(relations)
    .innerJoin(customers, eq(customers.id, relations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(
      sql`${relations.attendee_id} IN ${peopleOf(eventId)} AND ${relations.archived_at} IS NULL
        AND EXISTS (SELECT 1 FROM json_each(${relations.rights}) WHERE value = 'pickup')`,
    )
    .orderBy(relations.created)
