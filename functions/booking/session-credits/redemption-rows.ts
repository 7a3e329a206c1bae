import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { OrganiserSessionCreditQuery, RedemptionListQuery } from '../../contract/booking/redemption.ts'
import type { RedemptionStatus } from '../../contract/states/redemption-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { emailKey } from '../../contract/field-rules.ts'
import {
  type AttendeeReader,
  attendeeSeenBy,
  customerReader,
  nameFields,
  type SeenAttendee,
  toSeen,
} from '../../platform/database/attendee-visibility.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { literal } from '../../platform/database/guard.ts'
import { membershipOf } from '../../platform/database/held-membership.ts'
import { among } from '../../platform/database/json-lists.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import {
  appointmentTypes,
  attendeeProfiles,
  attendees,
  customers,
  events,
  programs,
  redemptions,
  sessionCredits,
  sessionPackages,
  users,
} from '../../platform/database/tables.ts'
import { isOnHold, redeemedFor } from './credit-rows.ts'

type OfProgram = { program_id: string }
export const packageColumns = { package_name: sessionPackages.name, translations: sessionPackages.translations }

/** The names of a joined person; null when no person is joined. */
const namesFor = (reader: AttendeeReader) =>
  sql<SeenAttendee<
    'first_name' | 'last_name'
  > | null>`CASE WHEN ${attendees.id} IS NOT NULL THEN ${attendeeSeenBy(reader, nameFields)} END`.mapWith(toSeen)

/** Paid credits of a program with their owner, as its organisation sees them. */
const creditsForProgram = (db: Db) =>
  db
    .select({
      credit: sessionCredits,
      isOnHold,
      membership: membershipOf(sessionCredits.membership_id),
      package: packageColumns,
      attendee: namesFor({ program_id: sessionCredits.program_id }),
      user: { first_name: users.first_name, last_name: users.last_name, email: users.email, phone: users.phone },
    })
    .from(sessionCredits)
    .innerJoin(sessionPackages, eq(sessionPackages.id, sessionCredits.package_id))
    .innerJoin(customers, eq(customers.id, sessionCredits.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .leftJoin(attendeeProfiles, eq(attendeeProfiles.id, sessionCredits.attendee_profile_id))
    .leftJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
export type ProgramCreditRow = Awaited<ReturnType<typeof creditsForProgram>>[number]

const paidOf = ({ program_id }: OfProgram) =>
  and(eq(sessionCredits.program_id, program_id), eq(sessionCredits.is_paid, true))

export const creditOfProgram = (db: Db, input: OfProgram & { session_credit_id: string }) =>
  creditsForProgram(db).where(and(paidOf(input), eq(sessionCredits.id, input.session_credit_id)))

/** A page of a program's credits, and the number of all matches. */
export async function pageOfCredits(db: Db, input: OrganiserSessionCreditQuery & OfProgram) {
  const { customer_profile_id, email, attendee_profile_id: person } = input
  const isOfAll = customer_profile_id === undefined && email === undefined && person === undefined
  const which = and(
    // The plus leaves the index of the program to the list of everyone: a family's credits have their own.
    isOfAll
      ? paidOf(input)
      : sql`+${sessionCredits.program_id} = ${input.program_id} AND ${sessionCredits.is_paid} = 1`,
    customer_profile_id === undefined ? undefined : eq(sessionCredits.customer_profile_id, customer_profile_id),
    email === undefined
      ? undefined
      : sql`${sessionCredits.customer_id} = (SELECT c.id FROM users AS u JOIN customers AS c ON c.user_id = u.id WHERE u.email_key = ${emailKey(email)})`,
    person === undefined
      ? undefined
      : sql`${sessionCredits.id} IN (SELECT own.id FROM session_credits AS own WHERE own.attendee_profile_id = ${person}
        UNION ALL SELECT shared.id FROM attendee_profiles AS p JOIN relations AS r ON r.attendee_id = p.attendee_id
          JOIN session_credits AS shared ON shared.customer_id = r.customer_id AND shared.program_id = p.program_id
          WHERE p.id = ${person} AND p.program_id = ${input.program_id} AND shared.attendee_profile_id IS NULL)`,
  )
  const direction = input.order === 'desc' ? desc : asc
  const [rows, [counted]] = await db.batch([
    creditsForProgram(db)
      .where(which)
      .orderBy(direction(sessionCredits.created), direction(sessionCredits.id))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: count() }).from(sessionCredits).where(which),
  ])
  return { rows, total: counted?.total ?? 0 }
}

const isFamilyOf = (
  customer: typeof sessionCredits.customer_id,
  { profile, program_id }: { profile: string; program_id: string },
) =>
  sql<number>`EXISTS (SELECT 1 FROM attendee_profiles AS p JOIN relations AS r ON r.attendee_id = p.attendee_id
    WHERE p.id = ${profile} AND p.program_id = ${program_id} AND r.customer_id = ${customer})`

/** The person who comes: their status in the program, and whether the owner of the credits books for them. */
export const personOfVisit = (
  db: Db,
  input: OfProgram & { session_credit_id: string; attendee_profile_id: string | null },
) =>
  db
    .select({
      isActive: sql<number>`${attendeeProfiles.status} = 'active'`,
      isFamily: isFamilyOf(sessionCredits.customer_id, {
        profile: input.attendee_profile_id ?? '',
        program_id: input.program_id,
      }),
    })
    .from(sessionCredits)
    .innerJoin(
      attendeeProfiles,
      sql`${attendeeProfiles.id} = coalesce(${input.attendee_profile_id}, ${sessionCredits.attendee_profile_id})`,
    )
    .where(and(eq(sessionCredits.id, input.session_credit_id), eq(attendeeProfiles.program_id, input.program_id)))

/** The published event with this key: the packages that it accepts, and the person's booking paid with a visit. */
export const eventOfVisit = (
  db: Db,
  input: OfProgram & { key: string; attendee_profile_id: string | null; session_credit_id: string },
) =>
  db
    .select({
      id: events.id,
      package_ids: events.restrict_to_package_ids,
      hasBooking: sql<number>`EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = ${events.id} AND r.session_credit_id IS NOT NULL
        AND r.status IN ${statusList(registrationStates.chosen)}
        AND r.attendee_profile_id = coalesce(${input.attendee_profile_id}, (SELECT c.attendee_profile_id FROM session_credits AS c WHERE c.id = ${input.session_credit_id})))`,
    })
    .from(events)
    .where(and(eq(events.program_id, input.program_id), eq(events.key, input.key), eq(events.status, 'published')))

/** The published appointment type with this key, and the packages that it accepts. */
export const appointmentTypeOfVisit = (db: Db, input: OfProgram & { key: string }) =>
  db
    .select({ id: appointmentTypes.id, package_ids: appointmentTypes.restrict_to_package_ids })
    .from(appointmentTypes)
    .where(
      and(
        eq(appointmentTypes.program_id, input.program_id),
        eq(appointmentTypes.key, input.key),
        eq(appointmentTypes.status, 'published'),
      ),
    )

type Used = {
  session_credit_id: string
  attendee_profile_id: string | null
  event_id: string | null
  appointment_type_id: string | null
}
/** Condition that no visit was used for the same person and the same event or appointment type since a time. */
export const notUsedSince = (used: Used, since: number): SQL => {
  const is = (value: string | null) => (value === null ? sql`IS NULL` : sql`= ${literal(value)}`)
  return sql`NOT EXISTS (SELECT 1 FROM redemptions AS u WHERE u.session_credit_id = ${literal(used.session_credit_id)} AND u.status = 'redeemed' AND u.created > ${literal(since)}
    AND u.attendee_profile_id ${is(used.attendee_profile_id)} AND u.event_id ${is(used.event_id)} AND u.appointment_type_id ${is(used.appointment_type_id)})`
}

export const insertRedemption = (db: Db, row: typeof redemptions.$inferInsert): Statement =>
  db.insert(redemptions).values(row)

/** Returns a redeemed visit. The history row of the same batch lets only one of two calls win. */
export const setReturned = (db: Db, read: { id: string; step: number }, updated: number): Statement =>
  db
    .update(redemptions)
    .set({ status: 'returned' satisfies RedemptionStatus, step: read.step + 1, updated })
    .where(and(eq(redemptions.id, read.id), eq(redemptions.status, 'redeemed')))

const shown = (db: Db) =>
  db
    .select({
      redemption: redemptions,
      credit: { available: sessionCredits.available, is_unlimited: sessionCredits.is_unlimited },
      package: packageColumns,
      event_key: sql<string | null>`(SELECT e.key FROM events AS e WHERE e.id = ${redemptions.event_id})`,
      appointment_type_key: sql<
        string | null
      >`(SELECT t.key FROM appointment_types AS t WHERE t.id = ${redemptions.appointment_type_id})`,
      attendee: namesFor({ program_id: redemptions.program_id }),
    })
    .from(redemptions)
    .innerJoin(sessionCredits, eq(sessionCredits.id, redemptions.session_credit_id))
    .innerJoin(sessionPackages, eq(sessionPackages.id, sessionCredits.package_id))
    .leftJoin(attendeeProfiles, eq(attendeeProfiles.id, redemptions.attendee_profile_id))
    .leftJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
export type RedemptionRow = Awaited<ReturnType<typeof shown>>[number]

export const redemptionById = (db: Db, input: OfProgram & { redemption_id: string }) =>
  shown(db).where(and(eq(redemptions.program_id, input.program_id), eq(redemptions.id, input.redemption_id)))

/** A page of a program's redemptions, and the number of all matches. */
export async function pageOfRedemptions(db: Db, input: RedemptionListQuery & OfProgram) {
  const which = and(
    eq(redemptions.program_id, input.program_id),
    input.session_credit_id === undefined ? undefined : eq(redemptions.session_credit_id, input.session_credit_id),
    input.status && sql`${redemptions.status} IN ${among(input.status)}`,
  )
  const direction = input.order === 'desc' ? desc : asc
  const [rows, [counted]] = await db.batch([
    shown(db)
      .where(which)
      .orderBy(direction(redemptions.created), direction(redemptions.id))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: count() }).from(redemptions).where(which),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** A redemption with its owner and what it was for, for a mail. */
export const redemptionForMail = (db: Db, id: string) =>
  db
    .select({
      redemption: redemptions,
      credit: { available: sessionCredits.available, is_unlimited: sessionCredits.is_unlimited },
      package: packageColumns,
      offer: redeemedFor(),
      attendee: namesFor(customerReader(db, sessionCredits.customer_id)),
      user: { email: users.email, language: users.language, is_active: users.is_active },
      program: { id: programs.id, country: programs.country, timezone: programs.timezone },
    })
    .from(redemptions)
    .innerJoin(sessionCredits, eq(sessionCredits.id, redemptions.session_credit_id))
    .innerJoin(sessionPackages, eq(sessionPackages.id, sessionCredits.package_id))
    .innerJoin(customers, eq(customers.id, sessionCredits.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(programs, eq(programs.id, redemptions.program_id))
    .leftJoin(attendeeProfiles, eq(attendeeProfiles.id, redemptions.attendee_profile_id))
    .leftJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
    .where(eq(redemptions.id, id))
