import type { StatusIn } from '../../contract/states/status-set.ts'
import type * as paymentStates from '../../contract/states/payment-states.ts'
import type { PayOrderRequest } from '../../contract/money/payment.ts'
import { reserveBalance } from '../balances/balance-ledger.ts'
import type { ActingContext, Ctx, CustomerContext } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creationRow } from '../../platform/database/history.ts'
import { reserveDiscounts } from '../discounts/reserve-discounts.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { renewHoldToPay } from '../orders/hold-order.ts'
import { amountDue, balanceReserved } from '../orders/order-money.ts'
import { openMemberships } from '../../booking/memberships/memberships-paid.ts'
import { heldPlaces } from '../orders/order-refusals.ts'
import { chooseParts } from '../orders/instalments.ts'
import type { OrderChange } from '../orders/order-rows.ts'
import type { PlannedPart } from '../../offering/pricing/instalment-schedule.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import type { ChosenSource } from './choose-source.ts'
import { insertPayment, type PaymentRow } from './payment-rows.ts'
import { transitionPayment } from './payment-steps.ts'
import { pageAfterPayment } from './return-address.ts'

type Opened = { payment_id: string; writes: Statement[] }
type OpenPaymentInput = Pick<
  PayOrderRequest,
  'checkout_method' | 'on_provider_page' | 'use_account_balance' | 'return_url'
> & {
  /** The instalments, or null if the order is paid at once. */
  parts?: PlannedPart[] | null
  /** How much of the order the balance pays. It is reserved until the remainder is paid. */
  balance: number
  /** Words of the history about how the customer pays. */
  note?: string
  /** The card, if one is charged. */
  chosen?: ChosenSource
}

/**
 * First half of a card payment: the order is pending, its coupons counted and its hold renewed, and the payment is
 * written before the provider is called.
 */
export function openCardPayment(ctx: CustomerContext, order: LoadedOrder, input: OpenPaymentInput): Opened {
  const failed = order.payments.findLast((payment) => payment.status === 'failed' && payment.checkout_method === 'card')
  const hold = renewHoldToPay(ctx, order, { places: heldPlaces(order), items: order.items })
  const isSameProvider =
    failed?.provider === paymentProvider(ctx.env).name && failed.provider_account === order.program.payment_provider_id
  const opened = isSameProvider ? tryAgain(ctx, order, failed, input) : newPayment(ctx, order, input)
  return {
    payment_id: opened.payment_id,
    writes: [...endOffline(ctx, order), ...submit(ctx, order, input, hold.set), ...hold.writes, ...opened.writes],
  }
}

/** An offline payment: the places are held until it is due. */
export function openOfflinePayment(
  ctx: CustomerContext,
  order: LoadedOrder,
  input: OpenPaymentInput & { hold: { set: OrderChange; writes: Statement[] } },
): Opened {
  const opened = newPayment(ctx, order, input)
  return {
    payment_id: opened.payment_id,
    writes: [...submit(ctx, order, input, input.hold.set), ...input.hold.writes, ...opened.writes],
  }
}

/** A payment of 0, completed at once. */
export function freePayment(ctx: CustomerContext, order: LoadedOrder, input: OpenPaymentInput): Opened {
  return newPayment(ctx, order, input, 'succeeded')
}

function submit(ctx: CustomerContext, order: LoadedOrder, input: OpenPaymentInput, set: OrderChange): Statement[] {
  const moved = transitionOrder(ctx, order, 'pending', {
    actor: ctx.actor,
    note: input.note ?? null,
    set: { ...set, checkout_method: input.checkout_method, ...balanceSet(order, input) },
  })
  return [
    ...reserveBalance(ctx, order, input.balance, ctx.actor),
    ...moved,
    ...chooseParts(ctx, order, input.parts ?? null),
    ...openMemberships(ctx, order, { lines: order.items, actor: ctx.actor }),
    ...reserveDiscounts(ctx, order),
  ]
}

/** The balance columns of an order at submission. If the order uses some balance, the ledger sets them. */
export function balanceSet(
  order: LoadedOrder,
  { balance, use_account_balance = false }: OpenPaymentInput,
): OrderChange {
  const now = (order.balance ?? 0) + balanceReserved(order)
  return { use_account_balance, ...(balance === 0 ? { starting_balance: now, ending_balance: now } : {}) }
}

// A failed attempt keeps its intent with the new amount, unless the intent belongs to another account.
function tryAgain(ctx: CustomerContext, order: LoadedOrder, failed: PaymentRow, input: OpenPaymentInput): Opened {
  const set = {
    amount_total: amountNow(order, input),
    attempts: failed.attempts + 1,
    error_type: null,
    card: null,
    return_url: returnOf(ctx, order, input),
    provider_called_at: ctx.now,
    ...cardOf(input),
  }
  return { payment_id: failed.id, writes: transitionPayment(ctx, failed, 'created', { actor: ctx.actor, set }) }
}

function newPayment(
  ctx: CustomerContext,
  order: LoadedOrder,
  input: OpenPaymentInput,
  status: StatusIn<typeof paymentStates.initial> = 'created',
): Opened {
  const id = ctx.newId('pay')
  const isCard = input.checkout_method === 'card'
  const row = {
    id,
    order_id: order.id,
    customer_id: order.customer_id,
    status,
    checkout_method: input.checkout_method,
    amount_total: amountNow(order, input),
    currency: order.currency,
    provider: isCard ? paymentProvider(ctx.env).name : null,
    provider_account: isCard ? order.program.payment_provider_id : null,
    return_url: returnOf(ctx, order, input),
    attempts: 1,
    provider_called_at: isCard ? ctx.now : null,
    ...cardOf(input),
    created: ctx.now,
    updated: ctx.now,
  }
  const history = creationRow(ctx, { object: 'payment', id, to: status }, { actor: ctx.actor })
  return { payment_id: id, writes: [insertPayment(ctx.db, row), history] }
}

// The amount to charge now. With instalments it is the first instalment.
const amountNow = (order: LoadedOrder, { balance, parts }: OpenPaymentInput): number =>
  parts?.[0]?.amount ?? amountDue(order) - balance

const cardOf = ({ chosen, on_provider_page = false }: OpenPaymentInput) => ({
  on_provider_page,
  payment_source_id: chosen?.stored_id ?? null,
  stores_source: chosen?.stores ?? false,
})

/** Ends the offline payment of an order that is paid by another method. */
export function endOffline(ctx: ActingContext, order: LoadedOrder): Statement[] {
  const offline = order.payments.find(
    (payment) => payment.status === 'created' && payment.checkout_method === 'offline',
  )
  return offline ? transitionPayment(ctx, offline, 'cancelled', { actor: ctx.actor, reason: 'pays_by_card' }) : []
}

const returnOf = (ctx: Ctx, order: LoadedOrder, input: OpenPaymentInput) =>
  pageAfterPayment(input.return_url, ctx.siteOrigin, { program_id: order.program_id, order_id: order.id })
