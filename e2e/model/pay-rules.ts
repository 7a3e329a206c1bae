import { balanceFor, reserve } from './balance-rules.ts'
import { balancePayment, becomePaid, holdUntil, report, tryCard } from './booking-money.ts'
import { isSame, priced } from './booking-prices.ts'
import { plannedParts } from './part-rules.ts'
import { type Expected, type AnswerIds, no, ok } from './expected-answers.ts'
import { isHeld, quote, renewHold } from './booking-rules.ts'
import { mayComplete } from './move-money.ts'
import {
  type Booking,
  dueOf,
  isPromised,
  livePayment,
  minute,
  type ModelOrder,
  type ModelPart,
  type ModelPayment,
  orderOf,
  placesOf,
} from './booking-state.ts'

const day = 24 * 60 * minute
type PayInput = {
  order: string
  method: 'card' | 'offline' | 'free'
  card: 'good' | 'declined' | 'bank'
  version: 'now' | 'old' | null
  usesBalance: boolean
  inParts?: boolean
  /** The stored card to charge. */
  kept?: string | null
  now: number
}
/** Minimum amount of a card charge. */
const smallestCharge = 50

/** Pays an order. A second call returns the running or finished payment. */
export function pay(booking: Booking, input: PayInput, answerIds: AnswerIds): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const existing = hasExistingPayment(booking, order, input)
  if (existing) return ok()
  const balance = input.usesBalance ? balanceFor(booking, order) : 0
  const isCovered = balance > 0 && balance === dueOf(order)
  const parts = input.inParts ? plannedParts(booking, order, input.now) : []
  const refusal = mayPay(booking, order, { ...input, balance, isCovered, parts })
  if (refusal) return refusal
  order.usesBalance = input.usesBalance
  order.parts = parts
  if (isCovered || input.method === 'free') return payNow(booking, order, { ...input, balance }, answerIds)
  reserve(booking, order, balance)
  for (const discount of order.discounts)
    if (discount.state === 'applied' && discount.amount > 0) discount.state = 'reserved'
  if (input.method === 'offline') return promise(booking, order, input, answerIds)
  return payByCard(booking, order, input, answerIds)
}

// The payment returned to a second request. If the first request's response was lost, the payment is looked up first.
function hasExistingPayment(booking: Booking, order: ModelOrder, input: PayInput): boolean {
  const live = livePayment(order)
  if (!live) return order.status === 'paid'
  if (live.method === 'offline') return input.method !== 'card' && !(input.method === 'free' && input.usesBalance)
  if (live.status !== 'created' || input.now - live.calledAt < minute) return true
  report(booking, order, live, input.now)
  return (live.status as string) !== 'failed'
}

function mayPay(
  booking: Booking,
  order: ModelOrder,
  input: PayInput & { balance: number; isCovered: boolean; parts: ModelPart[] },
): Expected | null {
  if ((order.status !== 'draft' && order.status !== 'pending') || order.lines.length === 0) return no('state_conflict')
  if (!isHeld(booking, order, input.now)) return no('hold_expired')
  const isStillPriced =
    isPromised(order) || order.discounts.length === 0 || isSame(order, priced(booking, order, { dropsCode: true }))
  if (input.version === 'old' || !isStillPriced) {
    // The error contains the latest quote.
    quote(booking, input)
    return no('quote_stale')
  }
  const cannotMove = mayComplete(booking, order)
  if (cannotMove) return cannotMove
  if (input.inParts && (input.method !== 'card' || input.balance > 0)) return no('invalid_option')
  if (input.inParts && input.parts.length === 0) {
    quote(booking, input)
    return no('quote_stale')
  }
  if (input.isCovered) return null
  const due = dueOf(order)
  if ((due === 0) !== (input.method === 'free')) return no('invalid_option')
  if (input.method === 'card' && input.balance > 0 && due - input.balance < smallestCharge) return no('invalid_amount')
  return input.method === 'offline' && (order.sums.total === 0 || firstStart(booking, order) - 2 * day < input.now)
    ? no('offline_not_available')
    : null
}

// Completes an order when nothing is due, or when the balance covers everything.
function payNow(
  booking: Booking,
  order: ModelOrder,
  input: PayInput & { balance: number },
  answerIds: AnswerIds,
): Expected {
  const promised = livePayment(order)
  if (promised) promised.status = 'cancelled'
  reserve(booking, order, input.balance)
  order.reserved = 0
  const { balance, now } = input
  const payment = balance > 0 ? balancePayment(balance, now) : newPayment(order, input, 'succeeded')
  order.payments.push({ ...payment, id: answerIds.id })
  order.method = 'free'
  becomePaid(booking, order, now)
  return ok(201)
}

function promise(booking: Booking, order: ModelOrder, input: PayInput, answerIds: AnswerIds): Expected {
  order.payments.push({ ...newPayment(order, input, 'created'), id: answerIds.id })
  const since = Math.min(input.now, ...placesOf(booking, order).map((place) => place.since ?? input.now))
  const due = Math.max(order.due ?? 0, Math.min(since + 7 * day, firstStart(booking, order) - day))
  Object.assign(order, { status: 'pending', method: 'offline', due })
  holdUntil(booking, order, due)
  return ok(201)
}

function payByCard(booking: Booking, order: ModelOrder, input: PayInput, answerIds: AnswerIds): Expected {
  const promised = livePayment(order)
  if (promised) promised.status = 'cancelled'
  const failed = order.payments.findLast((payment) => payment.status === 'failed' && payment.method === 'card')
  const kept = booking.cards.find(({ id }) => id !== '' && id === input.kept) ?? null
  const amount = order.parts[0]?.amount ?? dueOf(order) - order.reserved
  const own = { amount, card: kept, keeps: input.inParts === true && kept === null }
  const payment = failed ?? { ...newPayment(order, input, 'created'), ...own, id: answerIds.id }
  if (failed) Object.assign(failed, { status: 'created', attempts: failed.attempts + 1, calledAt: input.now, ...own })
  else order.payments.push(payment)
  Object.assign(order, { status: 'pending', method: 'card' })
  renewHold(booking, order, input.now, { isToPay: true })
  const card = kept ? (kept.fails ? 'declined' : 'good') : input.card
  const isAnswered = tryCard(booking, { order, payment, card, now: input.now })
  return isAnswered && payment.status !== 'failed' ? ok(201) : { status: 402 }
}

function newPayment(order: ModelOrder, input: PayInput, status: 'created' | 'succeeded'): ModelPayment {
  return {
    id: '',
    status,
    method: input.method,
    amount: dueOf(order) - order.reserved,
    received: 0,
    returned: 0,
    credited: 0,
    attempts: 1,
    created: input.now,
    calledAt: input.now,
    intent: null,
    card: null,
    keeps: false,
  }
}

const firstStart = (booking: Booking, order: ModelOrder): number =>
  Math.min(...placesOf(booking, order).map((place) => booking.startsAt[booking.options[place.option]?.event ?? 0] ?? 0))
