import { ApiError } from '../../contract/api-error.ts'
import type { CreateOrderRequest, Order } from '../../contract/money/order.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guardThat } from '../../platform/database/guard.ts'
import { creationRow } from '../../platform/database/history.ts'
import { couponReads } from '../discounts/available-coupons.ts'
import { ownRegistrations } from '../../booking/registrations/find-own-registrations.ts'
import { cartWrites } from './cart-writes.ts'
import { couponsOfProgram } from './load-order.ts'
import { renewOrderHold } from './hold-order.ts'
import { unpaidOrdersBelow } from './order-ceilings.ts'
import { shownOrderReads, showOrder } from './show-order.ts'
import { insertOrder, type OrderRow } from './order-rows.ts'
import { ownProfile, ownProgram } from './own-profile-rows.ts'
import { guardNewProducts, releaseLapsedStock, throwTooFewLeft } from './product-lines.ts'
import { asPackages, packageReads } from './package-lines.ts'
import { attachPlaces, type NewItemInput, newItems, sourcesOf, variationsIn } from './take-places.ts'
import { variationsByIds } from './variation-rows.ts'
import * as billingStates from '../../contract/states/billing-states.ts'

type CreateOrderInput = Omit<CreateOrderRequest, 'items'> & { items?: NewItemInput[] | undefined }

/**
 * Opens a cart in a program the caller has joined, with the places they hold there and store products. All items are
 * added, or none.
 */
export async function createOrder(ctx: CustomerContext, input: CreateOrderInput): Promise<Order> {
  const { customer_id } = ctx.actor
  const order_id = ctx.newId('ord')
  const items = input.items ?? []
  const [[profile], read, variations, sold, people, offered, held, trials, ...coupons] = await ctx.db.batch([
    ownProfile(ctx.db, { profile_id: input.customer_profile_id, customer_id }),
    ownRegistrations(ctx, sourcesOf(items)),
    variationsByIds(ctx.db, variationsIn(items)),
    ...packageReads(ctx, items),
    ...couponReads(ctx, { program_id: input.program_id, order_id, customer_id }),
  ])
  const { program, balance } = checkProfile(profile, input)
  const row = draftOrder(ctx, input, { id: order_id, program })
  const order = { ...row, program, balance, items: [], discounts: [] }
  const added = newItems(ctx, order, {
    inputs: items,
    read,
    variations,
    packages: asPackages(sold, people, offered, held, trials),
  })

  const hold = renewOrderHold(ctx, order, added)
  const cart = cartWrites(ctx, order, { ...added, entered: null, coupons: couponsOfProgram(ctx, order, coupons) })

  ctx.request.setCreatedLocation(`/v1/profile/orders/${order.id}`)
  const opened = [
    ...releaseLapsedStock(ctx, { id: order_id, items: added.products }),
    ...openOrder(ctx, { ...row, ...cart.set, ...hold.set }),
  ]
  const attached = attachPlaces(ctx, added.places, { order_id: order.id, hold })
  return showOrder(
    ctx,
    await commit(
      ctx,
      [...opened, ...attached, ...cart.writes, ...guardNewProducts(ctx, order, added.products), ...hold.writes],
      ...shownOrderReads(ctx, order.id),
    ).catch(throwTooFewLeft(ctx, added.products)),
  )
}

type Profile = Awaited<ReturnType<typeof ownProfile>>[number]

function checkProfile(profile: Profile | undefined, input: CreateOrderInput): Profile {
  if (!profile || profile.program.id !== input.program_id)
    throw new ApiError('not_found', { param: profile ? 'program_id' : 'customer_profile_id' })
  const { billing_status } = profile.program
  if (billingStates.notSelling.has(billing_status))
    throw new ApiError('program_not_accepting_orders', { param: 'program_id' })
  return profile
}

/** The query of a program, with the caller's profile and balance there, for a batch that opens a cart in it. */
export const sellingProgram = (ctx: CustomerContext, program_id: string) =>
  ownProgram(ctx.db, { program_id, customer_id: ctx.actor.customer_id })

/** Statements that open a cart, unless its customer has too many unpaid orders. Staff may open more for a customer. */
export const openOrder = (
  ctx: CustomerContext,
  row: OrderRow,
  cause: { reason?: string; note?: string } = {},
): Statement[] => [
  ...(ctx.actor.by ? [] : [guardThat(ctx.db, unpaidOrdersBelow(ctx, row), 'unpaid_orders')]),
  insertOrder(ctx.db, row),
  creationRow(ctx, { object: 'order', id: row.id, to: 'draft' }, { actor: ctx.actor, ...cause }),
]

/** The row of a new cart. */
export function draftOrder(
  ctx: CustomerContext,
  input: Pick<CreateOrderInput, 'customer_profile_id' | 'timezone'>,
  { id, program }: { id: string; program: Profile['program'] },
): OrderRow {
  return {
    id,
    program_id: program.id,
    customer_id: ctx.actor.customer_id,
    customer_profile_id: input.customer_profile_id,
    status: 'draft',
    step: 0,
    cancel_reason: null,
    receipt_number: null,
    currency: program.default_currency,
    timezone: input.timezone ?? program.timezone,
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
    amount_disputed: 0,
    amount_returned: 0,
    amount_cancelled: 0,
    amount_waived: 0,
    moves_registration_id: null,
    moves_sequence: null,
    amount_carried: 0,
    amount_moved: 0,
    tax_items: [],
    starting_balance: 0,
    ending_balance: 0,
    balance_used: 0,
    hold_started_at: null,
    hold_expires_at: null,
    more_time_used: false,
    bank_time_used: false,
    decline_time_used: false,
    calendar_version: 1,
    membership_id: null,
    membership_period: null,
    due_at: null,
    paid_at: null,
    expiry_tried_at: null,
    country: null,
    created: ctx.now,
    updated: ctx.now,
  }
}
