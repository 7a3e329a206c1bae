import { ApiError } from '../contract/api-error.ts'
import type { CreateOrderRequest, Order } from '../contract/order.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { guardThat } from '../database/guard.ts'
import { historyRow } from '../database/history.ts'
import { couponReads } from '../discounts/find-coupons.ts'
import { ownRegistrations } from '../registrations/find-own-registrations.ts'
import { cartWrites } from './cart-writes.ts'
import { bookOf } from './find-cart.ts'
import type { FoundOrder } from './find-order.ts'
import { renewOrderHold } from './hold-order.ts'
import { unpaidOrdersBelow } from './order-ceilings.ts'
import { orderReads, showOrder } from './order-reads.ts'
import { insertOrder, type OrderRow, ownProfile } from './order-rows.ts'
import { attachPlaces, newItems } from './take-places.ts'

/** Opens a cart in a program the caller has joined, with the places he holds there (decisions.md §26.5). All of them or none. */
export async function createOrder(ctx: CustomerContext, ask: CreateOrderRequest): Promise<Order> {
  const { customer_id } = ctx.actor
  const order_id = ctx.newId('ord')
  const inputs = ask.items ?? []
  const [[known], read, ...coupons] = await ctx.db.batch([
    ownProfile(ctx.db, { profile_id: ask.customer_profile_id, customer_id }),
    ownRegistrations(
      ctx,
      inputs.map((input) => input.source),
    ),
    ...couponReads(ctx, { program_id: ask.program_id, order_id, customer_id }),
  ])
  const found = emptyCart(ctx, ask, { known, order_id, customer_id })
  const { order } = found
  const added = newItems(ctx, found, { inputs, read })

  const hold = renewOrderHold(ctx, found, added.places)
  const cart = cartWrites(ctx, found, { ...added, entered: null, book: bookOf(ctx, found, coupons) })

  ctx.request.setCreatedLocation(`/v1/profile/orders/${order.id}`)
  const opened = [
    guardThat(ctx.db, unpaidOrdersBelow(ctx, order), 'unpaid_orders'),
    insertOrder(ctx.db, { ...order, ...cart.set, ...hold.set }),
    historyRow(ctx, {
      object: 'order',
      object_id: order.id,
      step: -1,
      from: null,
      to: 'draft',
      actor: ctx.actor,
      at: ctx.now,
    }),
  ]
  const attached = attachPlaces(ctx, added.places, {
    order_id: order.id,
    hold_expires_at: hold.set.hold_expires_at ?? ctx.now,
  })
  return showOrder(
    ctx,
    await commit(ctx, [...opened, ...attached, ...cart.writes, ...hold.writes], ...orderReads(ctx, order.id)),
  )
}

type EmptyCart = Pick<FoundOrder, 'order' | 'program' | 'items' | 'discounts'>

type Known = Awaited<ReturnType<typeof ownProfile>>[number] | undefined

function emptyCart(
  ctx: Ctx,
  ask: CreateOrderRequest,
  { known, order_id, customer_id }: { known: Known; order_id: string; customer_id: string },
): EmptyCart {
  if (!known || known.program.id !== ask.program_id)
    throw new ApiError('not_found', { param: known ? 'program_id' : 'customer_profile_id' })
  const { program } = known
  if (program.billing_status === 'unpaid' || program.billing_status === 'cancelled')
    throw new ApiError('program_not_accepting_orders', { param: 'program_id' })
  const order: OrderRow = {
    id: order_id,
    program_id: program.id,
    customer_id,
    customer_profile_id: ask.customer_profile_id,
    status: 'draft',
    step: 0,
    cancel_reason: null,
    receipt_number: null,
    currency: program.default_currency,
    timezone: ask.timezone ?? program.timezone,
    checkout_method: null,
    use_account_balance: false,
    quote_version: 1,
    amount_subtotal: 0,
    amount_discount: 0,
    amount_fee: 0,
    amount_tax: 0,
    amount_total: 0,
    amount_paid: 0,
    amount_refunding: 0,
    amount_returned: 0,
    amount_cancelled: 0,
    tax_items: [],
    starting_balance: 0,
    ending_balance: 0,
    hold_started_at: null,
    hold_expires_at: null,
    more_time_used: false,
    bank_time_used: false,
    decline_time_used: false,
    due_at: null,
    paid_at: null,
    created: ctx.now,
    updated: ctx.now,
  }
  return { order, program, items: [], discounts: [] }
}
