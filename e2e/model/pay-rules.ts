import { becomePaid, holdUntil, report, tryCard } from './booking-money.ts'
import { isSame, priced } from './booking-prices.ts'
import { type Expected, type AnswerIds, isHeld, no, ok, quote, renewHold } from './booking-rules.ts'
import {
  type Booking,
  dueOf,
  livePayment,
  minute,
  type ModelOrder,
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
  now: number
}

/** Paying: the second call is answered with the live or finished payment. */
export function pay(booking: Booking, input: PayInput, answerIds: AnswerIds): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const existing = hasExistingPayment(booking, order, input)
  if (existing) return ok()
  const refusal = mayPay(booking, order, input)
  if (refusal) return refusal
  if (input.method === 'free') {
    order.payments.push(newPayment(answerIds, order, input, 'succeeded'))
    order.method = 'free'
    becomePaid(booking, order, input.now)
    return ok(201)
  }
  for (const discount of order.discounts)
    if (discount.state === 'applied' && discount.amount > 0) discount.state = 'reserved'
  if (input.method === 'offline') return promise(booking, order, input, answerIds)
  return payByCard(booking, order, input, answerIds)
}

// The payment that answers a second request; one whose request was lost is looked into first.
function hasExistingPayment(booking: Booking, order: ModelOrder, input: PayInput): boolean {
  const live = livePayment(order)
  if (!live) return order.status === 'paid'
  if (live.method === 'offline') return input.method !== 'card'
  if (live.status !== 'created' || input.now - live.calledAt < minute) return true
  report(booking, order, live, input.now)
  return (live.status as string) !== 'failed'
}

function mayPay(booking: Booking, order: ModelOrder, input: PayInput): Expected | null {
  if ((order.status !== 'draft' && order.status !== 'pending') || order.lines.length === 0) return no('state_conflict')
  if (!isHeld(booking, order, input.now)) return no('hold_expired')
  const isStillPriced = order.discounts.length === 0 || isSame(order, priced(booking, order, { dropsCode: true }))
  if (input.version === 'old' || !isStillPriced) {
    // The newest quote comes with the refusal.
    quote(booking, input)
    return no('quote_stale')
  }
  const due = dueOf(order)
  if ((due === 0) !== (input.method === 'free')) return no('invalid_option')
  return input.method === 'offline' && (order.sums.total === 0 || firstStart(booking, order) - 2 * day < input.now)
    ? no('offline_not_available')
    : null
}

function promise(booking: Booking, order: ModelOrder, input: PayInput, answerIds: AnswerIds): Expected {
  order.payments.push(newPayment(answerIds, order, input, 'created'))
  Object.assign(order, { status: 'pending', method: 'offline' })
  const since = Math.min(input.now, ...placesOf(booking, order).map((place) => place.since ?? input.now))
  holdUntil(booking, order, Math.min(since + 7 * day, firstStart(booking, order) - day))
  return ok(201)
}

function payByCard(booking: Booking, order: ModelOrder, input: PayInput, answerIds: AnswerIds): Expected {
  const promised = livePayment(order)
  if (promised) promised.status = 'cancelled'
  const failed = order.payments.findLast((payment) => payment.status === 'failed' && payment.method === 'card')
  const payment = failed ?? newPayment(answerIds, order, input, 'created')
  if (failed)
    Object.assign(failed, {
      status: 'created',
      amount: dueOf(order),
      attempts: failed.attempts + 1,
      calledAt: input.now,
    })
  else order.payments.push(payment)
  Object.assign(order, { status: 'pending', method: 'card' })
  renewHold(booking, order, input.now)
  const isAnswered = tryCard(booking, { order, payment, card: input.card, now: input.now })
  return isAnswered && payment.status !== 'failed' ? ok(201) : { status: 402 }
}

function newPayment(
  answerIds: AnswerIds,
  order: ModelOrder,
  input: PayInput,
  status: 'created' | 'succeeded',
): ModelPayment {
  return {
    id: answerIds.id,
    status,
    method: input.method,
    amount: dueOf(order),
    received: 0,
    returned: 0,
    attempts: 1,
    calledAt: input.now,
    intent: null,
  }
}

const firstStart = (booking: Booking, order: ModelOrder): number =>
  Math.min(...placesOf(booking, order).map((place) => booking.startsAt[booking.options[place.option]?.event ?? 0] ?? 0))
