import { and, eq, type SQL, sql } from 'drizzle-orm'
import { among } from '../../platform/database/json-lists.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { membershipsFor } from '../../platform/database/held-membership.ts'
import {
  appointmentOptions,
  appointmentTypes,
  eventOptions,
  events,
  programs,
  registrations,
  sessionCredits,
} from '../../platform/database/tables.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

const startsAt = sql<number>`coalesce(${events.starts_at}, (SELECT s.starts_at FROM appointment_slots AS s WHERE s.registration_id = ${registrations.id}))`
const optionCost = sql<number>`coalesce(${eventOptions.cost}, ${appointmentOptions.cost})`
const packageIds = sql<
  string[]
>`(SELECT json_group_array(value) FROM (SELECT value FROM json_each(coalesce(${events.restrict_to_package_ids}, ${appointmentTypes.restrict_to_package_ids})) UNION SELECT ${sessionCredits.package_id} WHERE ${sessionCredits.package_id} IS NOT NULL))`.mapWith(
  (text: string) => JSON.parse(text) as string[],
)

/** Booked places with what decides whether a membership opened them, and their normal price. */
const places = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: registrations.id,
      customer_id: registrations.customer_id,
      starts_at: startsAt,
      price_due_at: registrations.price_due_at,
      package_ids: packageIds,
      is_by_credit: sql<boolean>`${registrations.session_credit_id} IS NOT NULL`.mapWith(Boolean),
      credit_membership_id: sessionCredits.membership_id,
      cost: optionCost,
      // The price of an option may change after the sale.
      sold_cost: sql<number>`coalesce((SELECT i.unit_amount FROM order_items AS i WHERE i.registration_id = ${registrations.id} AND i.cancelled_at IS NULL), ${optionCost})`,
      currency: sql<string>`coalesce(${events.currency}, ${appointmentTypes.currency})`,
      memberships: membershipsFor(registrations),
      program: { country: programs.country },
      selling: programs.selling,
      features: programs.features,
    })
    .from(registrations)
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .leftJoin(events, eq(events.id, registrations.event_id))
    .leftJoin(eventOptions, eq(eventOptions.id, registrations.option_id))
    .leftJoin(appointmentTypes, eq(appointmentTypes.id, registrations.appointment_type_id))
    .leftJoin(appointmentOptions, eq(appointmentOptions.id, registrations.appointment_option_id))
    .leftJoin(sessionCredits, eq(sessionCredits.id, registrations.session_credit_id))
    .where(and(eq(registrations.status, 'confirmed'), sql`${registrations.order_id} IS NOT NULL`, where))
    .orderBy(startsAt, registrations.id)
export type OpenedPlaceRow = Awaited<ReturnType<typeof places>>[number]

/** One booked place. */
export const placeById = (db: Db, id: string) => places(db, eq(registrations.id, id))

/** Booked places by their ids. */
export const placesByIds = (db: Db, ids: readonly string[]) => places(db, sql`${registrations.id} IN ${among(ids)}`)

type Member = { program_id: string; customer_id: string; attendee_profile_id: string | null }
/** The coming places of a membership's person, or of everyone its customer booked for. */
export const placesOfMember = (db: Db, { program_id, customer_id, attendee_profile_id }: Member, now: number) =>
  places(
    db,
    sql`+${registrations.program_id} = ${program_id} AND ${startsAt} > ${now}
      AND ${attendee_profile_id === null ? sql`${registrations.customer_id} = ${customer_id}` : sql`${registrations.attendee_profile_id} = ${attendee_profile_id}`}`,
  )

/** The coming places of an order. */
export const placesOfOrder = (db: Db, orderId: string, now: number) =>
  places(db, sql`${registrations.order_id} = ${orderId} AND ${startsAt} > ${now}`)

/** The coming places of an event. */
export const placesOfEvent = (db: Db, eventId: string, now: number) =>
  places(db, sql`${registrations.event_id} = ${eventId} AND ${startsAt} > ${now}`)

/** The places of a customer whose normal price is due. */
export const duePlacesOf = (db: Db, { program_id, customer_id }: Omit<Member, 'attendee_profile_id'>) =>
  places(
    db,
    sql`${registrations.customer_id} = ${customer_id} AND +${registrations.program_id} = ${program_id} AND ${registrations.price_due_at} IS NOT NULL`,
  )

/** Places whose normal price was not paid in time. A place waits while a card is charged for it. */
export const overduePlaces = (db: Db, now: number) =>
  db
    .select({ id: registrations.id })
    .from(registrations)
    .where(
      sql`${registrations.status} = 'confirmed' AND ${registrations.price_due_at} IS NOT NULL AND ${registrations.price_due_at} <= ${now}
        AND NOT EXISTS (SELECT 1 FROM orders AS o JOIN payments AS p ON p.order_id = o.id WHERE o.moves_registration_id = ${registrations.id} AND p.status IN ${statusList(paymentStates.live)})`,
    )
    .orderBy(registrations.price_due_at)
    .limit(50)

/** The places whose normal price is due soon, by customer and time, without those whose customer was reminded. */
export const placesDueSoon = (db: Db, { now, until, toldBefore }: { now: number; until: number; toldBefore: number }) =>
  db
    .select({
      customer_id: registrations.customer_id,
      price_due_at: registrations.price_due_at,
      ids: sql<string[]>`json_group_array(${registrations.id})`.mapWith((text: string) => JSON.parse(text) as string[]),
    })
    .from(registrations)
    .where(
      sql`${registrations.status} = 'confirmed' AND ${registrations.price_due_at} IS NOT NULL AND ${registrations.price_due_at} > ${now} AND ${registrations.price_due_at} <= ${until}
        AND ${registrations.updated} < ${toldBefore}
        AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.dedupe = 'registration.price_due:' || ${registrations.customer_id} || ':' || ${registrations.price_due_at} || ':reminder')`,
    )
    .groupBy(registrations.customer_id, registrations.price_due_at)
    .limit(200)

/**
 * Postpones a place that could not be given up, so that it does not block the others. A place that is no longer due
 * stays as it is, and `updated` keeps its customer from a reminder of the later time.
 */
export const postponePlace = (db: Db, id: string, { now, until }: { now: number; until: number }): Statement =>
  db
    .update(registrations)
    .set({ price_due_at: until, updated: now })
    .where(
      sql`${registrations.id} = ${id} AND ${registrations.status} = 'confirmed' AND ${registrations.price_due_at} <= ${now}`,
    )
