import type { FoundAttendee, FoundCustomer, FoundReceipt } from '../../contract/organisation/people.ts'
import { money } from '../../contract/display-money.ts'
import { instant } from '../../contract/instant.ts'
import { fullYears } from '../../contract/people/birth-date.ts'
import { localize } from '../../contract/texts.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import type { searchReceipts } from './search-order-rows.ts'
import type { Next, searchAttendees, searchCustomers } from './search-rows.ts'

type Rows<Search extends (...input: never[]) => readonly unknown[], At extends number> = Awaited<ReturnType<Search>[At]>

/** A person with their age today in the time zone of the program. */
export function showPerson<Person extends { first_name: string; last_name: string; date_of_birth: string | null }>(
  ctx: Ctx,
  { first_name, last_name, date_of_birth }: Person,
  timezone: string,
) {
  const age = date_of_birth === null ? null : fullYears(date_of_birth, dayInZone(ctx.now, timezone))
  return { first_name, last_name, date_of_birth, age }
}

function showNext(ctx: Ctx, next: Next | null): FoundCustomer['next_booking'] {
  if (next === null) return null
  const { title } = localize(next, ctx.contentLanguage)
  const { registration_id, starts_at, ends_at, timezone } = next
  return { registration_id, name: title, starts_at: instant(starts_at), ends_at: instant(ends_at), timezone }
}

/** The customers that were found, each with the people whom they register. */
export function showCustomers(
  ctx: Ctx,
  rows: Rows<typeof searchCustomers, 0>,
  members: Rows<typeof searchCustomers, 1>,
): FoundCustomer[] {
  const ofCustomer = Map.groupBy(members, ({ customer_id }) => customer_id)
  return rows.map(({ id, contact, phones, created, next }) => ({
    id,
    object: 'found_customer',
    customer_profile: contact,
    phones,
    attendees: (ofCustomer.get(id) ?? []).map((each) => ({
      id: each.id,
      ...showPerson(ctx, each.person, each.timezone),
      relation: each.relation,
    })),
    next_booking: showNext(ctx, next),
    created: instant(created),
  }))
}

/** The people that were found, each with their adults. */
export function showAttendees(
  ctx: Ctx,
  rows: Rows<typeof searchAttendees, 0>,
  adults: Rows<typeof searchAttendees, 1>,
): FoundAttendee[] {
  const ofAttendee = Map.groupBy(adults, ({ attendee_id }) => attendee_id)
  return rows.map(({ id, attendee_id, status, person, timezone, next }) => ({
    id,
    object: 'found_attendee',
    ...showPerson(ctx, person, timezone),
    status,
    adults: (ofAttendee.get(attendee_id) ?? []).map(({ customer_id, relation, contact }) => ({
      id: customer_id,
      relation,
      customer_profile: contact,
    })),
    next_booking: showNext(ctx, next),
  }))
}

/** The receipts and credit notes that were found. */
export const showReceipts = (ctx: Ctx, rows: Rows<typeof searchReceipts, 0>): FoundReceipt[] =>
  rows.map(({ receipt, customer_id, contact, program }) => ({
    id: receipt.id,
    object: 'found_receipt',
    kind: receipt.kind,
    number: receipt.number,
    order_id: receipt.order_id,
    customer_id,
    customer_profile: contact,
    amount: money(receipt.amount, { currency: receipt.currency, program }, ctx.language),
    issued_at: instant(receipt.issued_at),
  }))
