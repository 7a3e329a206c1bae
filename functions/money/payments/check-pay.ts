import { minuteMs } from '../../contract/limits.ts'
import { ApiError } from '../../contract/api-error.ts'
import { displayMoney } from '../../contract/display-money.ts'
import type { PlannedPart } from '../../offering/pricing/instalment-schedule.ts'
import { chargeStep, smallestCharge } from '../../contract/money/stripe-amount.ts'
import {
  offlinePlacesSentence,
  partsWithoutBalanceSentence,
  smallRestSentence,
  smallTotalSentence,
  unevenRestSentence,
} from '../../contract/sentences/sentence.ts'
import type { PayOrderRequest } from '../../contract/money/payment.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { methodsOf } from '../orders/show-order.ts'
import { cartWrites } from '../orders/cart-writes.ts'
import type { LoadedCart, LoadedOrder } from '../orders/load-order.ts'
import { balanceDueIn, debtOf } from '../orders/balance-due.ts'
import { enteredCoupon } from '../orders/open-cart.ts'
import { checkMove } from '../orders/move-order.ts'
import { amountDue } from '../orders/order-money.ts'
import { offlineLimitsOf } from '../orders/checkout-methods.ts'
import { checkMayBePaid, heldPlaces } from '../orders/order-refusals.ts'
import { quoteOrder } from '../orders/quote-order.ts'
import { checkMembershipCard } from './card-of-memberships.ts'
import { checkPaymentMethod } from './check-payment-method.ts'
import type { OrderToPay } from './load-order-to-pay.ts'
import { isPromised } from '../../booking/spots/hold-clock.ts'

type CheckPayInput = PayOrderRequest & {
  /** How much of the order the balance pays. */
  balance: number
  /** True if another order has spent the balance since this request arrived. */
  isBalanceSpent: boolean
  /** The instalments in which the order may be paid now, if the customer chose instalments. */
  parts: PlannedPart[] | null
}

/**
 * Throws if a payment may not be opened. Checks in this order: status, hold, quote, waivers, a blocking debt, items on
 * sale, payment method, offline limits, too many declines.
 */
export async function checkPay(ctx: CustomerContext, order: OrderToPay, input: CheckPayInput): Promise<void> {
  const held = new Set(heldPlaces(order).map((place) => place.registration.id))
  const refusal = checkMayBePaid(order, {
    quote_version: input.quote_version,
    now: ctx.now,
    missingWaivers: order.missingWaivers.filter((id) => held.has(id)),
  })
  const isStale =
    refusal?.type === 'quote_stale' ||
    (refusal === null && (input.isBalanceSpent || (!isPromised(order) && !isStillPriced(ctx, order))))
  if (isStale)
    throw new ApiError('quote_stale', {
      param: 'quote_version',
      body: { quote: await quoteOrder(ctx, quoteInput(order, input)) },
    })
  if (refusal) throw new ApiError(refusal.type, refusal)

  const moveRefusal = checkMove(order, ctx.now)
  if (moveRefusal) throw new ApiError(moveRefusal.type, moveRefusal)
  checkDebt(order)
  checkPlaces(order, ctx.now)
  await checkParts(ctx, order, input)
  // A payment that the balance covers completely needs no other method.
  const isCovered = input.balance > 0 && input.balance === amountDue(order) && !storesCardOnPage(order, input)
  await checkMembershipCard(ctx, order, isCovered ? { ...input, checkout_method: 'free' } : input)
  if (isCovered) return
  const wrongMethod = checkPaymentMethod(input, {
    due: amountDue(order),
    allowed: methodsOf(order, order.items.length, ctx.now),
    takesCards: order.program.features.online_payments === true,
    chargesCardLater: order.chargesCardLater === 1,
  })
  if (wrongMethod) throw new ApiError(wrongMethod.type, { param: wrongMethod.param })
  if (input.checkout_method === 'offline') checkOffline(ctx, order)
  if (input.checkout_method === 'card') checkRest(ctx, order, input.balance)
  if (input.checkout_method === 'card') checkDeclines(order, ctx.now, 'payment_source_id')
}

/** True when the customer enters the card of later charges on the provider's page, even if nothing is due now. */
export const storesCardOnPage = (
  { chargesCardLater }: Pick<OrderToPay, 'chargesCardLater'>,
  { checkout_method, on_provider_page }: Pick<PayOrderRequest, 'checkout_method' | 'on_provider_page'>,
): boolean => checkout_method === 'card' && on_provider_page === true && chargesCardLater === 1

// Without the balance, a payment method that only the balance made possible is not available.
const quoteInput = (order: OrderToPay, { checkout_method, use_account_balance = false }: CheckPayInput) => ({
  order_id: order.id,
  ...(checkout_method === 'free' ? {} : { checkout_method }),
  use_account_balance,
})

/** True if the coupons of an open order still take off the quoted amount. Coupons are checked again at payment. */
function isStillPriced(ctx: Ctx, order: LoadedCart): boolean {
  if (balanceDueIn(order.items) > 0 && balanceDueIn(order.items) !== debtOf(order)) return false
  // A membership period is paid at the amount at which it was opened. A membership in a cart is priced on the day of
  // payment.
  if (order.membership_id !== null) return true
  if (order.discounts.length === 0 && order.items.every(({ membership_terms: terms }) => terms === null)) return true
  return !cartWrites(ctx, order, {
    items: order.items,
    places: heldPlaces(order),
    entered: enteredCoupon(order),
    coupons: order.coupons,
    dropsCode: true,
  }).isChanged
}

// Offline payment holds places for days, so it needs a confirmed email and has a limit per customer.
function checkOffline(ctx: CustomerContext, order: OrderToPay): void {
  const { places, verified_email } = offlineLimitsOf(order.program)
  if (verified_email && !order.user.is_email_verified)
    throw new ApiError('email_not_verified', { param: 'checkout_method' })
  if (order.promisedPlaces + heldPlaces(order).length > places)
    throw new ApiError('offline_not_available', {
      param: 'checkout_method',
      message: offlinePlacesSentence(places, ctx.language),
    })
}

// The total, or the remainder after the balance, may be below the minimum card charge, or not a multiple of the
// currency's step.
function checkRest(ctx: Ctx, order: LoadedOrder, balance: number): void {
  const [least, step] = [smallestCharge(order.currency), chargeStep(order.currency)]
  const rest = amountDue(order) - balance
  // Nothing is charged: the provider's page only stores the card.
  if (rest === 0) return
  if (rest % step !== 0)
    throw new ApiError('invalid_amount', {
      param: balance % step === 0 ? 'checkout_method' : 'use_account_balance',
      message: unevenRestSentence(
        {
          sum: displayMoney(rest, order, ctx.language),
          step: displayMoney(step, order, ctx.language),
        },
        ctx.language,
      ),
    })
  if (rest < least) {
    const sentence = balance > 0 ? smallRestSentence : smallTotalSentence
    throw new ApiError('invalid_amount', {
      param: balance > 0 ? 'use_account_balance' : 'checkout_method',
      message: sentence(displayMoney(least, order, ctx.language), ctx.language),
    })
  }
}

// Instalments are charged to a card and not paid from the balance. If the first instalment differs from the one shown,
// the quote is stale.
async function checkParts(ctx: CustomerContext, order: OrderToPay, input: CheckPayInput): Promise<void> {
  const { parts, balance, checkout_method, first_instalment } = input
  if (input.pay_in_instalments !== true) return
  if (checkout_method !== 'card') throw new ApiError('invalid_option', { param: 'checkout_method' })
  if (balance > 0)
    throw new ApiError('invalid_option', {
      param: 'use_account_balance',
      message: partsWithoutBalanceSentence(ctx.language),
    })
  if (parts && (first_instalment === undefined || first_instalment === parts[0]?.amount)) return
  throw new ApiError('quote_stale', {
    param: parts ? 'first_instalment' : 'pay_in_instalments',
    body: { quote: await quoteOrder(ctx, quoteInput(order, input)) },
  })
}

// A program may require that a debt is paid before, or with, the next order.
function checkDebt(order: LoadedOrder): void {
  const isOpen = debtOf(order) > balanceDueIn(order.items)
  if (order.program.selling.balance_due_blocks_checkout && isOpen) throw new ApiError('balance_due')
}

function checkPlaces(order: LoadedOrder, now: number): void {
  for (const { booking, registration } of heldPlaces(order)) {
    if (booking.source_status !== 'published') throw new ApiError('option_not_on_sale', { subject: registration.id })
    if (now >= booking.starts_at) throw new ApiError('already_started', { subject: registration.id })
  }
}

/** Refuses a card after too many recent declines. `param` is the field of the error. */
export function checkDeclines({ declines }: Pick<OrderToPay, 'declines'>, now: number, param: string): void {
  const pause = declinePause(declines.times, now, declines.max)
  if (pause !== null) throw new ApiError('too_many_requests', { retryAfterSeconds: pause, param })
}

/** Number of declines of one customer within the window that pause their card payments for the same time. */
export const maxDeclines = 6
export const declineWindowMs = 10 * minuteMs

/**
 * Seconds until the customer may try a card again; null if they may try one now. `times` are the customer's declines,
 * newest first.
 */
export function declinePause(times: readonly number[], now: number, max: number): number | null {
  const newest = times[0]
  const oldest = times[max - 1]
  if (newest === undefined || oldest === undefined || newest - oldest > declineWindowMs) return null
  const until = newest + declineWindowMs
  return now < until ? Math.ceil((until - now) / 1000) : null
}
