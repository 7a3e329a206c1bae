import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { TeamMessage } from '../contact/message.ts'
import { OrganiserRefundRequest } from '../money/refund.ts'
import { listOf } from '../paging.ts'
import { OrganiserOrder } from './desk.ts'
import { FirstDay } from './first-day.ts'
import { SalesReport } from './reports.ts'
import { Roster, RosterEvent } from './roster.ts'

/** Number of items of each list of the day; each list has the number of all. */
export const maxTodayItems = 10

/** A person who may not take part tomorrow without a signature. */
export const MissingWaiver = z.strictObject({
  registration_id: z.string(),
  customer_id: z.string(),
  event_id: z.string(),
  key: z.nullable(z.string()),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  starts_at: z.string(),
})
export type MissingWaiver = z.infer<typeof MissingWaiver>

/** A payment whose money the bank took back until its cardholder's dispute is decided, and that was not looked at. */
export const DisputedPayment = z.strictObject({
  payment_id: z.string(),
  order_id: z.string(),
  customer_id: z.string(),
  customer_name: z.string(),
  amount: Money,
  paid_at: z.string(),
})
export type DisputedPayment = z.infer<typeof DisputedPayment>

const { event_id, key, name, venue, timezone, starts_at, ends_at, called_off } = RosterEvent.shape
/** An event or appointment of the day. `person` is who comes to an appointment. */
export const TodayEvent = z.strictObject({
  ...{ event_id, key, name, venue, timezone, starts_at, ends_at, called_off },
  person: z.nullable(
    z.strictObject({
      registration_id: z.string(),
      customer_id: z.string(),
      first_name: z.string(),
      last_name: z.string(),
    }),
  ),
  counts: Roster.shape.counts,
  waivers_missing: z.int(),
})
export type TodayEvent = z.infer<typeof TodayEvent>

/** A place that was booked. `amount` is the total of its order. */
export const NewBooking = z.strictObject({
  registration_id: z.string(),
  order_id: z.string(),
  customer_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  timezone: z.string(),
  amount: z.nullable(Money),
  created: z.string(),
})
export type NewBooking = z.infer<typeof NewBooking>

/**
 * The day of a program for one member of its team. A list is null without the right for it. `links` has the page on
 * which the member decides or answers, by the id of a refund request, conversation, order or disputed payment.
 */
export const Today = z.strictObject({
  object: z.literal('today'),
  program_id: z.string(),
  day: z.string(),
  timezone: z.string(),
  first_day: z.nullable(FirstDay),
  waivers: z.nullable(listOf(MissingWaiver)),
  refund_requests: z.nullable(listOf(OrganiserRefundRequest)),
  messages: z.nullable(listOf(TeamMessage)),
  payments_due: z.nullable(listOf(OrganiserOrder)),
  disputes: z.nullable(listOf(DisputedPayment)),
  events: z.nullable(z.array(TodayEvent)),
  sales: z.nullable(SalesReport),
  sales_year_ago: z.nullable(SalesReport),
  new_since: z.string(),
  new_bookings: z.nullable(listOf(NewBooking)),
  links: z.record(z.string(), z.string()),
})
export type Today = z.infer<typeof Today>
