import { enterBalance } from './balance-rules.ts'
import { becomePaid, becomePaidLate } from './booking-money.ts'
import { type Expected, type AnswerIds, no, ok } from './expected-answers.ts'
import {
  type Booking,
  dueOf,
  isPromised,
  livePayment,
  type ModelOrder,
  type ModelPayment,
  orderOf,
  paidOf,
  remainingOf,
} from './booking-state.ts'

type Recording = { order: string; amount: number; now: number }

/** The organisation records an offline payment: the full amount, a part of it, or a payment for an expired order. */
export function recordMoney(booking: Booking, input: Recording, answerIds: AnswerIds): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const live = livePayment(order)
  if (live?.method === 'card') return no('payment_in_progress')
  if (order.status === 'expired') return recordLate(booking, order, input, answerIds)
  if (order.status !== 'pending' || !isPromised(order)) return no('state_conflict')
  const due = remainingOf(order)
  order.parts = []
  if (live) Object.assign(live, { status: 'succeeded', received: input.amount })
  else order.payments.push(brought(input, { id: answerIds.id, amount: due }))
  if (input.amount < due) {
    const rest = { ...brought(input, { id: '', amount: due - input.amount }), status: 'created' as const, received: 0 }
    order.payments.push(rest)
    return ok(201)
  }
  order.method = 'offline'
  becomePaid(booking, order, input.now)
  return ok(201)
}

function recordLate(booking: Booking, order: ModelOrder, input: Recording, answerIds: AnswerIds): Expected {
  const again = balanceAgain(order)
  if (order.due === null || input.amount < dueOf(order) - again) return no('hold_expired')
  const payment = brought(input, { id: answerIds.id, amount: dueOf(order) })
  if (becomePaidLate(booking, order, input.now, again)) {
    order.payments.push({ ...payment, amount: dueOfExpired(payment, again) })
    order.parts = []
    order.method = 'offline'
    return ok(201)
  }
  order.payments.push({ ...payment, returned: input.amount })
  order.status = 'cancelled'
  return ok(201)
}

const dueOfExpired = ({ amount }: ModelPayment, again: number) => amount - again

// The balance reserved for an order that awaits an offline payment.
function balanceAgain(order: ModelOrder): number {
  const promised = order.payments.findLast(({ method }) => method === 'offline')
  return order.usesBalance && promised && paidOf(order) === 0 ? Math.max(0, dueOf(order) - promised.amount) : 0
}

const brought = (input: Recording, { id, amount }: { id: string; amount: number }): ModelPayment => ({
  ...{ id, status: 'succeeded', method: 'offline', amount, received: input.amount, returned: 0, credited: 0 },
  ...{ attempts: 1, created: input.now, calledAt: input.now, intent: null, card: null, keeps: false },
})

/** The organisation credits a customer or pays out at most their balance. */
export function giveMoney(booking: Booking, input: { customer: number; amount: number }): Expected {
  if ((booking.balances[input.customer] ?? 0) + input.amount < 0) return no('invalid_amount')
  enterBalance(booking, input.customer, input.amount, null)
  return ok(201)
}
