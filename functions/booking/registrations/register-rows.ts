import { among } from '../../platform/database/json-lists.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { RequirableText } from '../../contract/people/attendee-fields.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { attendeeSeenBy, customerReader, everyField } from '../../platform/database/attendee-visibility.ts'
import {
  attendeeProfiles,
  attendees,
  bookings,
  bookingTimes,
  customerProfiles,
  customers,
  events,
  optionPools,
  programs,
  registrations,
  relations,
  users,
} from '../../platform/database/tables.ts'
import { membershipsFor } from '../../platform/database/held-membership.ts'
import { isFull, type RegistrationRow } from './registration-rows.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** The person to register, with their relation to the caller. */
export const personOf = (db: Db, profileId: string, customerId: string) =>
  db
    .select({
      profile: {
        id: attendeeProfiles.id,
        program_id: attendeeProfiles.program_id,
        is_archived: attendeeProfiles.is_archived,
      },
      attendee: attendeeSeenBy(customerReader(db, customerId), everyField),
      relation: { relation: relations.relation, rights: relations.rights },
      /** The person's open memberships, and those of the customer for the whole family. */
      memberships: membershipsFor({
        attendee_profile_id: attendeeProfiles.id,
        program_id: attendeeProfiles.program_id,
        customer_id: customerId,
      }),
    })
    .from(attendeeProfiles)
    .innerJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
    .innerJoin(
      relations,
      and(eq(relations.attendee_id, attendeeProfiles.attendee_id), eq(relations.customer_id, customerId)),
    )
    .where(eq(attendeeProfiles.id, profileId))

export type PersonToRegister = Awaited<ReturnType<typeof personOf>>[number]
/** What the rules of a registration read of a person. A person who is added with the registration has it, too. */
export type Registrant = {
  profile: Pick<PersonToRegister['profile'], 'id'>
  attendee: Pick<
    PersonToRegister['attendee'],
    'id' | 'first_name' | 'last_name' | 'gender' | 'has_health_card' | RequirableText
  >
  relation: PersonToRegister['relation']
  memberships: PersonToRegister['memberships']
}

/** A customer's people by their ids, and their own attendee, each with their profile in a program, or null. */
export const peopleInProgram = (
  db: Db,
  input: { attendee_ids: readonly string[]; program_id: string; customer_id: string },
) =>
  db
    .select({
      profile: {
        id: attendeeProfiles.id,
        program_id: attendeeProfiles.program_id,
        is_archived: attendeeProfiles.is_archived,
        status: attendeeProfiles.status,
        step: attendeeProfiles.step,
        archived_by_program_at: attendeeProfiles.archived_by_program_at,
      },
      attendee: attendeeSeenBy(customerReader(db, input.customer_id), everyField),
      relation: { relation: relations.relation, rights: relations.rights, archived_at: relations.archived_at },
      memberships: membershipsFor({
        attendee_profile_id: attendeeProfiles.id,
        program_id: sql`${input.program_id}`,
        customer_id: input.customer_id,
      }),
    })
    .from(attendees)
    .innerJoin(relations, and(eq(relations.attendee_id, attendees.id), eq(relations.customer_id, input.customer_id)))
    .leftJoin(
      attendeeProfiles,
      and(eq(attendeeProfiles.attendee_id, attendees.id), eq(attendeeProfiles.program_id, input.program_id)),
    )
    .where(sql`${attendees.id} IN ${among(input.attendee_ids)} OR ${relations.relation} = 'self'`)

/** The open memberships of a customer in a program that are for the whole family. */
export const familyMembershipsIn = (db: Db, input: { program_id: string; customer_id: string }) =>
  db
    .select({
      memberships: membershipsFor({
        attendee_profile_id: sql`''`,
        program_id: programs.id,
        customer_id: input.customer_id,
      }),
    })
    .from(programs)
    .where(eq(programs.id, input.program_id))

/** The caller's name, and their own profile in a program, or null before they join it. */
export const contactInProgram = (db: Db, input: { program_id: string; customer_id: string }) =>
  db
    .select({ id: customerProfiles.id, first_name: users.first_name, last_name: users.last_name })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .leftJoin(
      customerProfiles,
      and(eq(customerProfiles.customer_id, customers.id), eq(customerProfiles.program_id, input.program_id)),
    )
    .where(eq(customers.id, input.customer_id))

/** The pools of the options in which a customer holds places. */
export const poolsOfHeld = (db: Db, customerId: string) =>
  db
    .selectDistinct({ option_id: optionPools.option_id, pool_id: optionPools.pool_id })
    .from(registrations)
    .innerJoin(optionPools, eq(optionPools.option_id, registrations.option_id))
    .where(and(eq(registrations.customer_id, customerId), eq(registrations.status, 'pending')))

/** The caller's own profile in a program, with their name. */
export const contactOf = (db: Db, profileId: string, customerId: string) =>
  db
    .select({
      id: customerProfiles.id,
      program_id: customerProfiles.program_id,
      first_name: users.first_name,
      last_name: users.last_name,
    })
    .from(customerProfiles)
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(and(eq(customerProfiles.id, profileId), eq(customerProfiles.customer_id, customerId)))

const programColumns = {
  id: programs.id,
  country: programs.country,
  timezone: programs.timezone,
  billing_status: programs.billing_status,
  preferences: programs.preferences,
  selling: programs.selling,
}

/** What a program requires of a registration. */
export const programOf = (db: Db, programId: string) =>
  db.select(programColumns).from(programs).where(eq(programs.id, programId))

/** What the event's program requires of a registration. */
export const programOfEvent = (db: Db, eventId: string) =>
  db
    .select(programColumns)
    .from(programs)
    .innerJoin(events, eq(events.program_id, programs.id))
    .where(eq(events.id, eventId))

/** The id of the person with a profile. */
const personOfProfile = (profileId: string) =>
  sql`(SELECT p.attendee_id FROM attendee_profiles AS p WHERE p.id = ${profileId})`

/** All sold and held registrations of the person with a profile; lapsed holds are excluded. */
export const othersOf = (db: Db, profileId: string, now: number) =>
  placesOf(db, sql`= ${personOfProfile(profileId)}`, now)

/** All sold and held registrations of several people; lapsed holds are excluded. */
export const othersOfPeople = (db: Db, attendeeIds: readonly string[], now: number) =>
  placesOf(db, sql`IN ${among(attendeeIds)}`, now)

const placesOf = (db: Db, people: SQL, now: number) =>
  db
    .select({
      id: registrations.id,
      attendee_id: registrations.attendee_id,
      option_id: registrations.option_id,
      appointment_option_id: registrations.appointment_option_id,
      status: registrations.status,
      ...bookingTimes,
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .where(sql`${registrations.attendee_id} ${people}
      AND (${registrations.status} = 'confirmed' OR (${registrations.status} = 'pending'
      AND (${registrations.hold_expires_at} >= ${now} OR EXISTS (
        SELECT 1 FROM payments AS p WHERE p.order_id = ${registrations.order_id} AND p.status IN ${statusList(paymentStates.live)}))))`)

/** A row if the event has people on its waitlist. */
export const waitingOf = (db: Db, eventId: string) =>
  db
    .select({ id: registrations.id })
    .from(registrations)
    .where(
      and(
        eq(registrations.event_id, eventId),
        sql`${registrations.status} IN ${statusList(registrationStates.waiting)}`,
      ),
    )
    .limit(1)

/** The registrations of several people that are on the waitlist of an event, by option. */
export const listedFor = (db: Db, { event_id, attendee_ids }: { event_id: string; attendee_ids: readonly string[] }) =>
  db
    .select({ attendee_id: registrations.attendee_id, option_id: registrations.option_id })
    .from(registrations)
    .where(
      and(
        eq(registrations.event_id, event_id),
        sql`${registrations.attendee_id} IN ${among(attendee_ids)}`,
        sql`${registrations.status} IN ${statusList(registrationStates.listed)}`,
      ),
    )

export type RegistrationInsert = typeof registrations.$inferInsert
/** Adds a registration. With `mayBeExtra` it is an extra place when its option or one of its pools is full. */
export const insertRegistration = (db: Db, row: RegistrationInsert, mayBeExtra = false): Statement =>
  db
    .insert(registrations)
    .values({ ...row, ...(mayBeExtra && row.option_id ? { is_extra: isFull(row.option_id) } : {}) })

/** Stores new answers if the registration still has the status that was read. */
export const changeAnswers = (
  db: Db,
  read: RegistrationRow,
  change: Pick<RegistrationRow, 'form_response' | 'updated'>,
): Statement =>
  db
    .update(registrations)
    .set(change)
    .where(and(eq(registrations.id, read.id), eq(registrations.status, read.status)))
