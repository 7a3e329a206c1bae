import type { PeopleSearch, PeopleSearchQuery } from '../../contract/organisation/people.ts'
import { list } from '../../contract/paging.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { shadeOfCaller } from '../../platform/identity/staff.ts'
import { listOrdersById } from '../desk/list-orders.ts'
import { ordersFound, searchReceipts } from './search-order-rows.ts'
import { searchAttendees, searchCustomers } from './search-rows.ts'
import { orderNumbers } from './search-terms.ts'
import { peopleTerms } from '../../platform/database/people-terms.ts'
import { showAttendees, showCustomers, showReceipts } from './show-found.ts'

type Input = PeopleSearchQuery & { program_id: string }

/**
 * The people, orders and receipts of a program that match a text, in one trip to the database. A caller who looks after
 * some events finds the people with a paid place in them. Orders and receipts need the right `money`.
 */
export async function searchPeople(ctx: OrganiserContext, input: Input): Promise<PeopleSearch> {
  const { program_id, search, type, limit, skip } = input
  const page = { program_id, limit, skip }
  const within = { program_id, event_ids: ctx.reach.event_ids }
  const terms = peopleTerms(program_id, search)
  const exact = peopleTerms(program_id, search, { isExact: true }) ?? ''
  const numbers = orderNumbers(search, new Date(ctx.now).getUTCFullYear())
  const isByEmail = search.includes('@')
  const ids = ordersFound({ ...within, terms, exact, limit, isByEmail }, numbers)
  const isWanted = (each: NonNullable<typeof type>[number]) => type === undefined || type.includes(each)
  const isOfMoney = shadeOfCaller(ctx.actor, 'money') !== null
  const people = { ...page, ...within, isByEmail, terms: terms ?? '', exact, now: ctx.now }

  const [customers, attendees, orders, receipts] = await Promise.all([
    isWanted('customer') ? (terms === null ? nothing : ctx.db.batch(searchCustomers(ctx.db, people))) : null,
    isWanted('attendee') ? (terms === null ? nothing : ctx.db.batch(searchAttendees(ctx.db, people))) : null,
    isWanted('order') && isOfMoney ? listOrdersById(ctx, { ...page, ids }) : null,
    isWanted('receipt') && isOfMoney ? ctx.db.batch(searchReceipts(ctx.db, { ...page, orders: ids, numbers })) : null,
  ])
  return {
    object: 'people_search',
    program_id,
    search,
    customers: customers && listed(showCustomers(ctx, customers[0], customers[1]), customers[2], page),
    attendees: attendees && listed(showAttendees(ctx, attendees[0], attendees[1]), attendees[2], page),
    orders,
    receipts: receipts && listed(showReceipts(ctx, receipts[0]), receipts[1], page),
  }
}

const nothing: [never[], never[], []] = [[], [], []]

type Counted = { total: number; is_capped?: number }
const listed = <Item>(items: Item[], [counted]: Counted[], page: { limit: number; skip: number }) =>
  list(items, counted?.total ?? 0, page, counted?.is_capped === 1)
