import { among } from '../../platform/database/json-lists.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Translations } from '../../contract/texts.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  type AttendeeReader,
  attendeeSeenBy,
  customerReader,
  everyField,
} from '../../platform/database/attendee-visibility.ts'
import {
  attendeeProfiles,
  attendees,
  customers,
  bookings,
  orderItems,
  orders,
  programs,
  registrations,
  relations,
  users,
  waiverAcceptances,
} from '../../platform/database/tables.ts'
import { groupOfPlace } from './place-group-rows.ts'
import type { OrderAround } from './rest-of-order.ts'
import * as instalmentStates from '../../contract/states/instalment-states.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Registrations by ids, by a set of ids in SQL, or by order. */
export type WhichRegistrations = { ids: readonly string[] } | { among: SQL } | { order_id: string }
/** Which registrations are shown: those of one customer, or with null any that the caller has checked. */
export type RegistrationFilter = WhichRegistrations & { customer_id: string | null }

const condition = (which: RegistrationFilter): SQL =>
  sql.join(
    [
      'order_id' in which
        ? sql`r.order_id = ${which.order_id}`
        : sql`r.id IN ${'ids' in which ? among(which.ids) : sql`(${which.among})`}`,
      ...(which.customer_id === null ? [] : [sql`r.customer_id = ${which.customer_id}`]),
    ],
    sql` AND `,
  )
const column = (which: RegistrationFilter, name: 'id' | 'event_id' | 'appointment_type_id' | 'attendee_id'): SQL =>
  sql`(SELECT ${sql.raw(`r.${name}`)} FROM registrations AS r WHERE ${condition(which)})`

// Most orders have no automatic discount, and then the remaining items are not read.
const restOf = sql<OrderAround | null>`(SELECT json_object('fee', json(programs.selling -> '$.fee'),
  'automatic', (SELECT json_group_array(json_object('id', c.id, 'name', c.name, 'translations', json(c.translations), 'minimum_items', c.minimum_items, 'minimum_amount', c.minimum_amount, 'applies_to', json(c.applies_to)))
    FROM discounts AS d JOIN coupons AS c ON c.id = d.coupon_id WHERE d.order_id = registrations.order_id AND d.is_entered = 0 AND d.amount > 0),
  'lines', (SELECT json_group_array(json_object('id', i.id, 'registration_id', i.registration_id, 'type', i.type, 'event_type', (SELECT b.event_type FROM bookings AS b WHERE b.id = i.registration_id), 'product_id', i.product_id,
    'product_variation_id', i.product_variation_id, 'quantity', i.quantity, 'amount', i.amount, 'amount_discount', i.amount_discount, 'amount_fee', i.amount_fee,
    'is_fee_included', i.is_fee_included, 'taxes', json(i.taxes), 'discount_parts', json(i.discount_parts), 'refund_policy', i.refund_policy, 'discount_lost', i.discount_lost))
    FROM order_items AS i WHERE i.order_id = registrations.order_id AND (i.cancelled_at IS NULL OR i.refund_policy IS NOT NULL) AND i.type <> 'balance_due'))
  WHERE ${registrations.status} = 'confirmed' AND EXISTS (SELECT 1 FROM discounts AS d WHERE d.order_id = registrations.order_id AND d.is_entered = 0 AND d.amount > 0))`.mapWith(
  (text: string) => JSON.parse(text) as OrderAround,
)

/** Whether a card is being charged for the order of a registration. */
const hasCardUnderWay = sql<number>`EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = ${orders.id} AND p.checkout_method = 'card' AND p.status IN ${statusList(paymentStates.live)})`

/** Unpaid instalments of a registration's line item. */
const openOfLine = sql<number>`coalesce((SELECT sum(l.value ->> '$.amount') FROM order_instalments AS n, json_each(n.lines) AS l WHERE n.order_id = ${orders.id} AND ${orders.status} = 'paid'
  AND n.status IN ${statusList(instalmentStates.owed)} AND l.value ->> '$.item_id' = ${orderItems.id}), 0)`

/** Paid store items that go with the place of a registration. */
const addOnsOfLine = sql<
  AddOnLine[]
>`(SELECT json_group_array(json_object('product_name', a.product_name, 'translations', json(a.translations), 'return_days', a.return_days))
  FROM order_items AS a WHERE a.order_id = ${orders.id} AND a.parent = ${orderItems.id} AND a.cancelled_at IS NULL AND ${orders.status} = 'paid')`.mapWith(
  (text: string) => JSON.parse(text) as AddOnLine[],
)
type AddOnLine = { product_name: string; translations: Translations; return_days: number | null }

// Without a customer the reader is an organisation, which sees the people of its own program.
const reader = (db: Db, { customer_id }: RegistrationFilter): AttendeeReader =>
  customer_id === null ? { program_id: registrations.program_id } : customerReader(db, customer_id)

/** The fields of registrations, their people, their order and its line item. */
export const shownRows = (db: Db, which: RegistrationFilter) =>
  db
    .select({
      registration: registrations,
      attendee: attendeeSeenBy(reader(db, which), everyField, { booked: 'registrations' }),
      profile: attendeeProfiles,
      group: groupOfPlace(sql`registrations.id`),
      user: { first_name: users.first_name, last_name: users.last_name, email: users.email },
      program: { name: programs.name, country: programs.country, translations: programs.translations },
      around: restOf,
      booking: {
        source_id: bookings.source_id,
        option_id: bookings.option_id,
        is_session: bookings.is_session,
        starts_at: bookings.starts_at,
        ends_at: bookings.ends_at,
        dates: bookings.dates,
        timezone: bookings.timezone,
        currency: bookings.currency,
        refund: bookings.refund,
        online_url: bookings.online_url,
      },
      order: {
        id: orders.id,
        status: orders.status,
        receipt_number: orders.receipt_number,
        currency: orders.currency,
        checkout_method: orders.checkout_method,
        due_at: orders.due_at,
        hasCardUnderWay,
        paid_at: orders.paid_at,
        amount_cost: sql<number>`${orders.amount_subtotal} - ${orders.amount_discount}`,
        amount_fee: orders.amount_fee,
        amount_total: orders.amount_total,
        amount_paid: orders.amount_paid,
        amount_refunding: orders.amount_refunding,
        amount_returned: orders.amount_returned,
        amount_disputed: orders.amount_disputed,
      },
      open: openOfLine,
      addOns: addOnsOfLine,
      line: {
        amount: orderItems.amount,
        amount_discount: orderItems.amount_discount,
        amount_fee: orderItems.amount_fee,
        is_fee_included: orderItems.is_fee_included,
        taxes: orderItems.taxes,
        amount_cancelled: orderItems.amount_cancelled,
      },
    })
    .from(registrations)
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(attendeeProfiles, eq(attendeeProfiles.id, registrations.attendee_profile_id))
    .innerJoin(customers, eq(customers.id, registrations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .leftJoin(orders, eq(orders.id, registrations.order_id))
    .leftJoin(
      orderItems,
      and(eq(orderItems.order_id, registrations.order_id), eq(orderItems.registration_id, registrations.id)),
    )
    .where(sql`${registrations.id} IN ${column(which, 'id')}`)
    .orderBy(registrations.created, registrations.id)

export type ShownRow = Awaited<ReturnType<typeof shownRows>>[number]

/** The customers related to the registered people. */
export const shownRelations = (db: Db, which: RegistrationFilter) =>
  db
    .select()
    .from(relations)
    .where(sql`${relations.attendee_id} IN ${column(which, 'attendee_id')}`)
    .orderBy(relations.created)

/** Accepted waivers, the newest version last. */
export const shownAcceptances = (db: Db, which: RegistrationFilter) =>
  db
    .select({
      registration_id: waiverAcceptances.registration_id,
      waiver_id: waiverAcceptances.waiver_id,
      version: waiverAcceptances.version,
      accepted_at: waiverAcceptances.accepted_at,
    })
    .from(waiverAcceptances)
    .where(sql`${waiverAcceptances.registration_id} IN ${column(which, 'id')}`)
    .orderBy(waiverAcceptances.accepted_at, waiverAcceptances.version)

/** Condition that selects the appointment types of these registrations, for the query of appointments. */
export const typesShown = (which: RegistrationFilter): SQL =>
  sql`appointment_types.id IN ${column(which, 'appointment_type_id')}`

/** Condition that selects the events of these registrations, for the catalogue's query. */
export const eventsShown = (which: RegistrationFilter): SQL => sql`events.id IN ${column(which, 'event_id')}`
