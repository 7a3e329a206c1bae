import { ApiError } from '../../contract/api-error.ts'
import { displayMoney, money } from '../../contract/display-money.ts'
import { instant } from '../../contract/instant.ts'
import { dayMs } from '../../contract/limits.ts'
import { chargeProduct, isCharge } from '../../contract/money/order.ts'
import { canChargeCard } from '../../contract/money/stripe-amount.ts'
import type { StaffCharge, StaffChargeRequest } from '../../contract/organisation/staff-booking.ts'
import { chargeWords } from '../../contract/sentences/charge-words.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { blankLine } from '../../money/orders/blank-line.ts'
import { cartWrites } from '../../money/orders/cart-writes.ts'
import { draftOrder, openOrder, sellingProgram } from '../../money/orders/create-order.ts'
import type { LoadedOrder } from '../../money/orders/load-order.ts'
import type { ItemRow, OrderRow } from '../../money/orders/order-rows.ts'
import { showTaxes } from '../../money/orders/show-order.ts'
import { cardToCharge, covers } from '../../money/payments/card-charge-consent.ts'
import { payByStaff } from '../../money/payments/pay-by-staff.ts'
import { loadOrderOfProgram } from '../../money/refunds/create-refund.ts'
import { type Selling, taxesOf } from '../../offering/pricing/line-price.ts'
import { actForCustomer, type OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { nullIfOpened, orderIdOf, withoutKey } from '../../platform/order-of-key.ts'
import { chargeToCard } from './charge-to-card.ts'
import { customerOfOrder, customerOfProgram } from './staff-booking-rows.ts'

/** How long a family has to pay a charge. */
const chargeDueMs = 30 * dayMs

type Whom = { order_id: string } | { customer_id: string }
type ChargeInput = StaffChargeRequest & { program_id: string } & Whom

/**
 * Charges a customer for something, as the one item of a new order that waits for its payment, or previews it. The
 * order is opened in one batch and completed in a second one, as a booking by staff is.
 */
export async function chargeByStaff(ctx: OrganiserContext, input: ChargeInput): Promise<StaffCharge> {
  const { program_id, note, notify, pay, dry_run } = input
  const [whom] = await ('order_id' in input ? customerOfOrder(ctx.db, input) : customerOfProgram(ctx.db, input))
  if (!whom) throw new ApiError('not_found', { param: 'order_id' in input ? 'order_id' : 'customer_id' })
  const family = actForCustomer(ctx, whom)
  const [offer] = await sellingProgram(family, program_id)
  if (!offer?.profile_id) throw new ApiError('not_found', { param: 'customer_id' })
  const { program, profile_id } = offer
  if (billingStates.notSelling.has(program.billing_status))
    throw new ApiError('program_not_accepting_orders', { param: 'program_id' })

  const order_id = orderIdOf(ctx)
  const row = draftOrder(family, { customer_profile_id: profile_id, timezone: undefined }, { id: order_id, program })
  const line = chargeLine(ctx, input, { order_id, selling: program.selling })
  const empty = { ...row, program, items: [], discounts: [] }
  const cart = cartWrites(family, empty, { items: [line], places: [], entered: null, coupons: null })
  const order = { ...row, ...cart.set }
  const isByCard = program.features.online_payments === true && canChargeCard(order.amount_total, order.currency)
  const isBegun = async () => (await customerOfOrder(ctx.db, { program_id, order_id })).length > 0
  const wasBegun = !dry_run && (await isBegun())
  const needsCard = isByCard && !wasBegun && (dry_run || pay === 'card')
  const card = needsCard ? await cardToCharge(ctx, { customer_id: whom.customer_id, program_id, profile_id }) : null
  // A repeated request continues its order, whose link is mailed if the consent was withdrawn in the meantime.
  if (pay === 'card' && !wasBegun) refuseCard(ctx, card, { ...order, program })
  if (dry_run) {
    const stored_card =
      card && covers(card.consent, { ...order, amount: order.amount_total }) ? shownCard(ctx, card) : null
    return { ...shown(ctx, { ...order, program, items: cart.items }), dry_run, order_id: null, stored_card }
  }

  if (!wasBegun) {
    const writes = [...openOrder(family, order, { reason: 'charge', note }), ...cart.writes]
    await commit(withoutKey(family), writes).catch(nullIfOpened(isBegun))
  }
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/orders/${order_id}/charge`)
  const isToCard = pay === 'card'
  await payByStaff(family, {
    ...{ order_id, notify, reference: null, link: isToCard ? null : 'order.charged', isToCard },
    paid_by: isByCard ? 'link' : 'later',
    hold_until: ctx.now + chargeDueMs,
  })
  if (isToCard)
    // The job of the order continues a charge that stopped.
    await chargeToCard(ctx, order_id).catch((error: unknown) =>
      ctx.log('charge_not_concluded', { order_id, reason: reasonOf(error) }),
    )
  return getCharge(ctx, { program_id, order_id })
}

type Chargeable = Awaited<ReturnType<typeof cardToCharge>>

/** Throws unless the customer agreed to a charge of this amount and has a card for it. */
function refuseCard(ctx: OrganiserContext, card: Chargeable, order: OrderRow & Pick<LoadedOrder, 'program'>): void {
  const words = chargeWords[ctx.language]
  if (!card) throw new ApiError('invalid_option', { param: 'pay', message: words.noConsent })
  if (covers(card.consent, { ...order, amount: order.amount_total })) return
  const limit = displayMoney(
    card.consent.amount_limit,
    { currency: card.consent.currency, program: order.program },
    ctx.language,
  )
  throw new ApiError('invalid_amount', { param: 'amount', message: words.beyondLimit(limit) })
}

const shownCard = (ctx: OrganiserContext, { source, consent }: NonNullable<Chargeable>) => ({
  ...{ brand: source.brand, last4: source.last4, agreed_at: instant(consent.agreed_at) },
  limit: money(consent.amount_limit, consent.currency, ctx.language),
})

/** A charge by staff, by its order. */
export async function getCharge(
  ctx: OrganiserContext,
  input: { program_id: string; order_id: string },
): Promise<StaffCharge> {
  const order = await loadOrderOfProgram(ctx, input)
  if (!order.items.some(isCharge)) throw new ApiError('not_found', { param: 'order_id' })
  return shown(ctx, order)
}

/** The item, taxed unless `tax` is false: with a tax it is priced with all taxes of the program. */
const chargeLine = (
  ctx: OrganiserContext,
  { product, amount, tax, note, ...input }: ChargeInput,
  { order_id, selling }: { order_id: string; selling: Selling },
): ItemRow => ({
  ...blankLine,
  ...{ id: ctx.newId('itm'), order_id, position: 0, type: 'product_variation', product_id: chargeProduct },
  source: 'order_id' in input ? input.order_id : null,
  product_name: product,
  translations: {},
  unit_amount: amount,
  amount,
  taxes: tax ? taxesOf(amount, 0, selling) : [],
  price_reason: note,
  created: ctx.now,
})

function shown(ctx: OrganiserContext, order: OrderRow & Pick<LoadedOrder, 'program' | 'items'>): StaffCharge {
  const item = order.items.find(isCharge)
  return {
    object: 'staff_charge',
    dry_run: false,
    order_id: order.id,
    about_order_id: item?.source ?? null,
    customer_id: order.customer_id,
    product: item?.product_name ?? '',
    note: item?.price_reason ?? null,
    status: order.status,
    amount: money(item?.amount ?? 0, order, ctx.language),
    tax_items: showTaxes(order.tax_items, {
      ...{ currency: order.currency, program: order.program },
      ...{ language: ctx.language, contentLanguage: ctx.contentLanguage },
    }),
    amount_total: money(order.amount_total, order, ctx.language),
    due_at: order.due_at === null ? null : instant(order.due_at),
    stored_card: null,
  }
}
