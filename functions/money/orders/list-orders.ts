import type { Order, OrderListQuery } from '../../contract/money/order.ts'
import type { StoredSelling } from '../../platform/database/tables.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { readTogether } from '../../platform/database/read-together.ts'
import { registrationReads, showRegistrations } from '../../booking/registrations/show-registration.ts'
import { composeOrder } from './show-order.ts'
import {
  type ListRowsInput as ListOrdersInput,
  countOrders,
  discountsOfPage,
  itemsOfPage,
  ordersOfPage,
  pageOf,
  paymentsOfPage,
  placesOfPage,
  searchedOrders,
} from './list-rows.ts'

/**
 * One page of the caller's orders, in one database round trip. Items, payments, discounts and registrations are read
 * only when `expand` names them.
 */
export async function listOrders(ctx: CustomerContext, query: OrderListQuery): Promise<List<Order>> {
  const { db } = ctx
  const input = { ...query, customer_id: ctx.actor.customer_id }
  const matches = query.search === undefined ? null : await searchOrders(ctx, input, query.search)
  const ids = matches?.slice(query.skip, query.skip + query.limit)
  const page = query.expand.length > 0 ? pageOf(db, input, ids) : null

  const includes = (name: OrderListQuery['expand'][number]) => query.expand.includes(name)
  const [rows, relations, acceptances, events, types] =
    page && includes('registrations')
      ? registrationReads(ctx, { among: placesOfPage(page) })
      : [null, null, null, null, null]
  const read = await readTogether(db, {
    orders: ordersOfPage(db, input, ids),
    items: page && includes('items') ? itemsOfPage(db, page) : null,
    discounts: page && includes('discounts') ? discountsOfPage(db, page) : null,
    payments: page && includes('payments') ? paymentsOfPage(db, page) : null,
    rows,
    relations,
    acceptances,
    events,
    types,
  })

  const places = await showRegistrations(ctx, [read.rows, read.relations, read.acceptances, read.events, read.types])
  const data = read.orders.map(({ order, takesCards, selling, country, itemCount, ...rest }) => {
    const { id } = order
    const program = {
      country,
      features: { online_payments: takesCards === 1 },
      // An order that is not open cannot be paid.
      selling: selling === null ? { offline: false } : (JSON.parse(selling) as StoredSelling),
    }
    return composeOrder(
      ctx,
      { ...order, ...rest, program },
      {
        items: read.items.filter((item) => item.order_id === id),
        itemCount: itemCount ?? 0,
        registrations: places.filter((place) => place.order_id === id),
        discounts: read.discounts.filter((each) => each.discount.order_id === id),
        payments: read.payments.filter((payment) => payment.order_id === id),
        returns: [],
      },
    )
  })
  return list(data, matches ? matches.length : (read.orders[0]?.total ?? (await totalBefore(ctx, input))), query)
}

// A page behind the last one is empty, so its rows cannot carry the total.
async function totalBefore(ctx: Ctx, input: ListOrdersInput): Promise<number> {
  if (input.skip === 0) return 0
  const [counted] = await countOrders(ctx.db, input)
  return counted?.total ?? 0
}

// A customer has few orders, so the words are compared in code, which treats é and E as the same letter.
async function searchOrders(ctx: Ctx, input: ListOrdersInput, search: string): Promise<string[]> {
  const rows = await searchedOrders(ctx.db, input)
  return rows.filter((row) => matchesSearch(search, [row.receipt_number, row.words])).map((row) => row.id)
}

/** True if every word of the search is the prefix of a word of the texts, ignoring case and accents. */
export function matchesSearch(search: string, texts: (string | null)[]): boolean {
  const words = wordsOf(texts.filter((text) => text !== null).join(' '))
  return wordsOf(search).every((searched) => words.some((word) => word.startsWith(searched)))
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '')
}
