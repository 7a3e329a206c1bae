import type { OrderItem } from '../../contract/money/order.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type List, list, type Page } from '../../contract/paging.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { type LoadedOrder, loadOwnOrder } from './load-order.ts'
import { registrationReads, showRegistrations } from '../../booking/registrations/show-registration.ts'
import { showItem } from './show-item.ts'

/** The items of an order. `expand=registration` adds the registration of each. */
export async function listItems(
  ctx: CustomerContext,
  input: Page & { order_id: string; expand: 'registration'[] },
): Promise<List<OrderItem>> {
  const order = await loadOwnOrder(ctx, input.order_id)
  const rows = input.order === 'desc' ? order.items.toReversed() : order.items
  const shown = rows
    .slice(input.skip, input.skip + input.limit)
    .map((item) => showItem(item, readerOf(ctx, order), order.items))
  const data = input.expand.includes('registration') ? await withRegistrations(ctx, order, shown) : shown
  return list(data, rows.length, input)
}

export async function getItem(ctx: CustomerContext, input: { order_id: string; item_id: string }): Promise<OrderItem> {
  const order = await loadOwnOrder(ctx, input.order_id)
  const item = order.items.find((each) => each.id === input.item_id)
  if (!item) throw new ApiError('not_found', { param: 'item_id' })
  return showItem(item, readerOf(ctx, order), order.items)
}

const readerOf = ({ language, contentLanguage }: Ctx, { currency, program, membership_id }: LoadedOrder) => ({
  program,
  currency,
  membership_id,
  language,
  contentLanguage,
})

async function withRegistrations(ctx: Ctx, order: LoadedOrder, items: OrderItem[]): Promise<OrderItem[]> {
  const results = await ctx.db.batch(registrationReads(ctx, { order_id: order.id }))
  const byId = new Map((await showRegistrations(ctx, results)).map((registration) => [registration.id, registration]))
  return items.map((item) => {
    const registration = byId.get(item.registration_id ?? '')
    return registration ? { ...item, registration } : item
  })
}
