import { instant } from '../../contract/instant.ts'
import { money, type SoldByProgram } from '../../contract/display-money.ts'
import type { Language } from '../../contract/field-rules.ts'
import { localize } from '../../contract/texts.ts'
import type { Order, OrderTax } from '../../contract/money/order.ts'
import type { InstalmentDue } from '../../contract/offering/payment-plan.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import { checkoutMethods, offlineLimitsOf } from './checkout-methods.ts'
import {
  amountDue,
  amountRemaining,
  amountReturning,
  amountToCarry,
  paymentStatus,
  refundStatus,
} from './order-money.ts'
import {
  registrationReads,
  type RegistrationResults,
  showRegistrations,
} from '../../booking/registrations/show-registration.ts'
import { type AppliedDiscount, type LoadedOrder, orderReads, type OrderResults, toOrder } from './load-order.ts'
import type { ItemRow, OrderRow, PaymentRow } from './order-rows.ts'
import { isMoveOrder } from './move-order.ts'
import { showInstalments, showPlannedParts } from './show-instalments.ts'
import { showItem } from './show-item.ts'
import { showPayment } from './show-payment.ts'
import { offlineDueAt } from './checkout-methods.ts'
import { type ReceiptRow, receiptsOf } from './receipt-rows.ts'
import { showReceipts } from './show-receipt.ts'
import { showReturnSteps } from './show-returns.ts'
import { isPromised } from '../../booking/spots/hold-clock.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/** The columns of an order that the API does not return. */
type Hidden =
  | 'customer_id'
  | 'customer_profile_id'
  | 'step'
  | 'checkout_method'
  | 'use_account_balance'
  | 'hold_started_at'
  | 'more_time_used'
  | 'bank_time_used'
  | 'decline_time_used'
  | 'calendar_version'
  | 'moves_sequence'
/** The columns of an order that the API returns, without its parts. */
export type OrderSummary = Omit<OrderRow, Hidden> &
  Pick<LoadedOrder, 'instalments' | 'profile' | 'hasOpenRequest' | 'hasFailedRefund' | 'firstStart' | 'balance'> & {
    chargesCardLater: number | null
    program: Pick<LoadedOrder['program'], 'country'> & {
      features: Pick<LoadedOrder['program']['features'], 'online_payments'>
      selling: Pick<
        LoadedOrder['program']['selling'],
        'offline' | 'offline_instructions' | 'offline_limits' | 'translations'
      >
    }
  }
type Parts = {
  items: ItemRow[]
  discounts: AppliedDiscount[]
  payments: PaymentRow[]
  registrations: Registration[]
  returns: Order['returns_if_cancelled']
  /** The receipt and credit notes; absent in lists. */
  receipts?: Order['receipts']
  /** The due date if the customer chose now to pay offline; null in lists. */
  offlineDue?: number | null
  /** The instalments in which it may be paid; absent in lists. */
  offered?: InstalmentDue[]
}

/**
 * Queries of a whole order for the end of a batch: `showOrder(ctx, await commit(ctx, writes, ...shownOrderReads(ctx,
 * id)))`.
 */
export function shownOrderReads(ctx: CustomerContext, orderId: string) {
  return [
    ...orderReads(ctx, orderId, ctx.actor.customer_id),
    receiptsOf(ctx.db, orderId),
    ...registrationReads(ctx, { order_id: orderId }),
  ] as const
}

/** The order as the API returns it, from the results of `shownOrderReads`. */
export async function showOrder(
  ctx: Ctx,
  results: readonly [...OrderResults, ReceiptRow[], ...RegistrationResults],
): Promise<Order> {
  const [orders, items, discounts, payments, registrations, receipts, ...shown] = results
  const order = toOrder([orders, items, discounts, payments, registrations])
  const parts = {
    items,
    discounts,
    payments,
    registrations: await showRegistrations(ctx, shown),
    returns: showReturnSteps(ctx, order),
    receipts: showReceipts(receipts, ctx.language, order.program),
    offlineDue: offlineDueAt(order, ctx.now),
    offered: showPlannedParts(ctx, order),
  }
  return composeOrder(ctx, order, { ...parts, itemCount: items.length })
}

/**
 * Composes the order that the API returns. Parts that were not expanded are empty lists; `itemCount` includes their
 * items.
 */
export function composeOrder(ctx: Ctx, order: OrderSummary, parts: Parts & { itemCount: number }): Order {
  const reader = {
    currency: order.currency,
    program: order.program,
    membership_id: order.membership_id,
    language: ctx.language,
    contentLanguage: ctx.contentLanguage,
  }
  const checkout_methods = methodsOf(order, parts.itemCount, ctx.now)
  const isOffline = checkout_methods.includes('offline') || (order.status === 'pending' && isPromised(order))
  return {
    id: order.id,
    object: 'order',
    program_id: order.program_id,
    status: order.status,
    payment_status: paymentStatus(order),
    refund_status: refundStatus(order, {
      hasOpenRequest: order.hasOpenRequest === 1,
      hasFailedRefund: order.hasFailedRefund === 1,
    }),
    cancel_reason: order.cancel_reason,
    receipt_number: order.receipt_number,
    currency: order.currency,
    country: order.country,
    timezone: order.timezone,
    ...showAmounts(order, ctx.language),
    amount_returning: money(amountReturning(order), order, ctx.language),
    amount_disputed: money(order.amount_disputed, order, ctx.language),
    moves_registration_id: order.moves_registration_id,
    membership_id: order.membership_id,
    amount_carried: money(order.amount_carried, order, ctx.language),
    amount_moved: money(order.amount_moved, order, ctx.language),
    starting_balance: money(startingBalance(order), order, ctx.language),
    ending_balance: money(isCart(order) ? startingBalance(order) : order.ending_balance, order, ctx.language),
    items: parts.items.map((item) => showItem(item, reader, parts.items)),
    tax_items: showTaxes(order.tax_items, reader),
    discounts: parts.discounts.map((each) => showDiscount(each, reader)),
    payments: parts.payments.map((payment) => showPayment(ctx, payment, order)),
    registrations: parts.registrations,
    receipts: parts.receipts ?? [],
    instalments: showInstalments(order, reader),
    instalments_offered: isUnpaid(order) && checkout_methods.includes('card') ? (parts.offered ?? []) : [],
    checkout_methods,
    customer_profile: order.profile,
    quote_version: order.quote_version,
    hold_expires_at: instant(order.hold_expires_at),
    due_at: instant(order.due_at),
    offline_due_at: checkout_methods.includes('offline') ? instant(parts.offlineDue ?? null) : null,
    ...showInstructions(order, { isOffline, ...reader }),
    returns_if_cancelled: parts.returns,
    paid_at: instant(order.paid_at),
    created: instant(order.created),
    updated: instant(order.updated),
  }
}

// A cart shows the current balance; a submitted order shows the balance before and after it.
const isUnpaid = ({ status }: OrderSummary) => orderStates.changeable.has(status)
const isCart = ({ status }: OrderSummary) => orderStates.cart.has(status)
const startingBalance = (order: OrderSummary) => (isCart(order) ? (order.balance ?? 0) : order.starting_balance)

/** The instructions for offline payment; null if the order cannot be paid offline. */
function showInstructions(
  { program }: OrderSummary,
  { isOffline, contentLanguage }: { isOffline: boolean; contentLanguage: Language | null },
): Pick<Order, 'offline_instructions' | 'text_languages'> {
  const offline_instructions = isOffline ? (program.selling.offline_instructions ?? null) : null
  const { translations = {} } = program.selling
  const shown = localize({ offline_instructions, translations }, contentLanguage)
  return { offline_instructions: shown.offline_instructions, text_languages: shown.text_languages }
}

/** The payment methods that an order offers now. */
export function methodsOf(order: OrderSummary, itemCount: number, now: number) {
  const facts = {
    status: order.status,
    total: order.amount_total - amountToCarry(order),
    currency: order.currency,
    itemCount,
    takesCards: order.program.features.online_payments === true,
    // The new place of a move is held no longer than an ordinary hold.
    takesOffline: order.program.selling.offline && order.chargesCardLater !== 1 && !isMoveOrder(order),
    maxOfflinePlaces: offlineLimitsOf(order.program).places,
    isOfflineUntilStart: offlineLimitsOf(order.program).until_start,
    firstStart: order.firstStart,
  }
  return checkoutMethods(facts, now)
}

/** The nine amounts of an order and a quote; `remaining` is the unpaid amount after the quote. */
export function showAmounts(order: OrderSummary, language: string, remaining = amountRemaining(order)) {
  const inMoney = (amount: number) => money(amount, order, language)
  return {
    amount_subtotal: inMoney(order.amount_subtotal),
    amount_discount: inMoney(order.amount_discount),
    amount_fee: inMoney(order.amount_fee),
    amount_tax: inMoney(order.amount_tax),
    amount_total: inMoney(order.amount_total),
    amount_paid: inMoney(order.amount_paid),
    amount_returned: inMoney(order.amount_returned),
    amount_due: inMoney(amountDue(order)),
    amount_remaining: inMoney(remaining),
  }
}

/** Taxes over the whole order. They are stored in basis points and shown as percentages. */
export function showTaxes(
  taxes: OrderRow['tax_items'],
  reader: SoldByProgram & { language: string; contentLanguage: Language | null },
): OrderTax[] {
  return taxes.map(({ translations = {}, ...tax }) => ({
    name: localize({ name: tax.name, translations }, reader.contentLanguage).name,
    percent: tax.percent / 100,
    is_included: tax.is_included,
    amount: money(tax.amount, reader, reader.language),
  }))
}
