import { ApiError } from '../contract/api-error.ts'
import type { Order, OrderListQuery } from '../contract/order.ts'
import { type List, list } from '../contract/paging.ts'
import type { Ctx } from '../context.ts'
import { registrationReads, showRegistrations } from '../registrations/show-registration.ts'
import { composeOrder } from './compose-order.ts'
import { matchesSearch } from './match-search.ts'
import { countOrders, ordersById, ownOrderIds, partsOfOrders } from './list-rows.ts'
import type { OrderHead } from './find-order.ts'

/** The caller's orders. Items, payments, discounts and registrations are there only when `expand` names them (decisions.md §27). */
export async function listOrders(ctx: Ctx, query: OrderListQuery): Promise<List<Order>> {
  if (!ctx.identity) throw new ApiError('not_authenticated')
  const { ids, total } = query.search === undefined ? await onePage(ctx, query) : await searched(ctx, query, query.search)
  if (ids.length === 0) return list([], total, query)
  const [heads, items, discounts, payments] = await ctx.db.batch([ordersById(ctx.db, ids), ...partsOfOrders(ctx.db, ids)])

  const byId = new Map<string, OrderHead>(heads.map((head) => [head.order.id, head]))
  const shows = (name: OrderListQuery['expand'][number]) => query.expand.includes(name)
  const registrationIds = shows('registrations') ? items.flatMap((item) => item.registration_id ?? []) : []
  const registrations = registrationIds.length > 0 ? showRegistrations(ctx, await ctx.db.batch(registrationReads(ctx, { ids: registrationIds }))) : []
  const data = ids.flatMap((id) => {
    const head = byId.get(id)
    if (!head) return []
    const own = items.filter((item) => item.order_id === id)
    return [composeOrder(ctx, head, {
      items: shows('items') ? own : [], itemCount: own.length, registrations: registrations.filter((registration) => registration.order_id === id),
      discounts: shows('discounts') ? discounts.filter((each) => each.discount.order_id === id) : [],
      payments: shows('payments') ? payments.filter((payment) => payment.order_id === id) : [],
    })]
  })
  return list(data, total, query)
}

type Page = { ids: string[]; total: number }

async function onePage(ctx: Ctx, query: OrderListQuery): Promise<Page> {
  const asked = { ...query, customer_id: ctx.identity?.customer_id ?? '' }
  const [rows, [counted]] = await ctx.db.batch([ownOrderIds(ctx.db, asked).limit(query.limit).offset(query.skip), countOrders(ctx.db, asked)])
  return { ids: rows.map((row) => row.id), total: counted?.total ?? 0 }
}

// One customer's orders are few: their words are compared here, where é and E are the same letter.
async function searched(ctx: Ctx, query: OrderListQuery, search: string): Promise<Page> {
  const rows = await ownOrderIds(ctx.db, { ...query, customer_id: ctx.identity?.customer_id ?? '' })
  const found = rows.filter((row) => matchesSearch(search, [row.receipt_number, row.words]))
  return { ids: found.slice(query.skip, query.skip + query.limit).map((row) => row.id), total: found.length }
}
