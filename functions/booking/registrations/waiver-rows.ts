import { among } from '../../platform/database/json-lists.ts'
import { hourMs } from '../../contract/limits.ts'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { attendeeSeenBy, nameFields } from '../../platform/database/attendee-visibility.ts'
import {
  appointmentTypes,
  attendees,
  customers,
  events,
  programs,
  registrations,
  users,
  waiverAcceptances,
  waivers,
  waiverVersions,
} from '../../platform/database/tables.ts'
import { isInCart } from './registration-rows.ts'

export type AcceptanceInsert = typeof waiverAcceptances.$inferInsert

/** A waiver that may be accepted after booking must be accepted at least this long before the start. */
export const waiverLatestMs = 48 * hourMs

/**
 * Registrations, by ids or by order, whose event or appointment type has a waiver that was not accepted in its current
 * version.
 */
export const openWaivers = (db: Db, which: { ids: readonly string[] } | { order_id: string }, now: number) =>
  db
    .select({ id: registrations.id })
    .from(registrations)
    .leftJoin(events, eq(events.id, registrations.event_id))
    .leftJoin(appointmentTypes, eq(appointmentTypes.id, registrations.appointment_type_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .innerJoin(
      waivers,
      sql`${waivers.id} = CASE WHEN ${registrations.event_id} IS NULL THEN ${appointmentTypes.waiver_id} ELSE coalesce(${events.waiver_id}, ${programs.preferences} ->> '$.default_event_waiver') END`,
    )
    .where(sql`${'ids' in which ? sql`${registrations.id} IN ${among(which.ids)}` : sql`${registrations.order_id} = ${which.order_id}`}
      AND NOT (coalesce(${events.waiver_may_wait}, 0) = 1 AND ${events.starts_at} - ${waiverLatestMs} >= ${now})
      AND NOT EXISTS (
        SELECT 1 FROM waiver_acceptances AS a WHERE a.registration_id = ${registrations.id}
          AND a.waiver_id = ${waivers.id} AND a.version = ${waivers.version})`)
    .orderBy(registrations.created, registrations.id)

/** Whose signed waivers are read: those of a customer, or those of one registration of a program. */
type WhichWaivers = { customer_id: string; registration_id?: string } | { program_id: string; registration_id: string }

/** Signed waivers, each with its text, its signer and whom it is for; the newest first. */
export const signedWaivers = (db: Db, which: WhichWaivers) =>
  db
    .select({
      registration_id: waiverAcceptances.registration_id,
      waiver_id: waiverAcceptances.waiver_id,
      version: waiverAcceptances.version,
      accepted_at: waiverAcceptances.accepted_at,
      relation: waiverAcceptances.relation,
      title: waiverVersions.title,
      text: waiverVersions.text,
      translations: waiverVersions.translations,
      first_name: users.first_name,
      last_name: users.last_name,
      language: waiverAcceptances.language,
      ip_prefix: waiverAcceptances.ip_prefix,
      attendee: attendeeSeenBy({ program_id: registrations.program_id }, nameFields, { booked: 'registrations' }),
    })
    .from(registrations)
    .innerJoin(waiverAcceptances, eq(waiverAcceptances.registration_id, registrations.id))
    .innerJoin(
      waiverVersions,
      and(
        eq(waiverVersions.waiver_id, waiverAcceptances.waiver_id),
        eq(waiverVersions.version, waiverAcceptances.version),
      ),
    )
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(customers, eq(customers.id, waiverAcceptances.accepted_by_customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(
      and(
        'customer_id' in which
          ? eq(registrations.customer_id, which.customer_id)
          : and(eq(registrations.program_id, which.program_id), sql`NOT ${isInCart}`),
        which.registration_id === undefined ? undefined : eq(registrations.id, which.registration_id),
      ),
    )
    .orderBy(desc(waiverAcceptances.accepted_at), desc(waiverAcceptances.version))

/** Stores the acceptance of a waiver; the same version is stored once. */
export const insertAcceptance = (db: Db, row: AcceptanceInsert): Statement =>
  db.insert(waiverAcceptances).values(row).onConflictDoNothing()

/** Deletes acceptances for people who no longer have the place and will not take part. */
export const removeAcceptances = (db: Db, registrationId: string, attendeeId: string): Statement =>
  db
    .delete(waiverAcceptances)
    .where(
      and(
        eq(waiverAcceptances.registration_id, registrationId),
        ne(waiverAcceptances.on_behalf_of_attendee_id, attendeeId),
      ),
    )

/** Copies an acceptance from one registration of a person to another of theirs. */
export const copyAcceptances = (db: Db, copy: { from: string; to: string; attendee_id: string }): Statement =>
  db
    .insert(waiverAcceptances)
    .select(
      sql`SELECT 'wac_' || lower(hex(randomblob(16))), waiver_id, version, text_hash, ${copy.to}, accepted_by_customer_id, on_behalf_of_attendee_id, relation, accepted_at, ip_prefix, language
        FROM waiver_acceptances WHERE registration_id = ${copy.from} AND on_behalf_of_attendee_id = ${copy.attendee_id}`,
    )
    .onConflictDoNothing()
