import { partsOf } from './booking-prices.ts'
import { type Expected, no, ok } from './expected-answers.ts'
import { type Booking, type ModelOrder, orderOf, visitsLeft, leftOf } from './booking-state.ts'
import { anyOrder, type Maker, post } from './choose-command.ts'
import { partOf } from './membership-days.ts'

/** The value of a package's unused visits: their share of its price with tax, without the fee. */
function worthOf(booking: Booking, order: ModelOrder, item: string): number {
  const at = order.lines.findIndex(({ id }) => id === item)
  const [line, sums] = [order.lines[at], order.sums.lines[at]]
  const credit = booking.credits.find(({ id }) => id === item)
  if (!line || !sums || !credit) return 0
  const { base, tax } = partsOf(booking, { price: line.price, sums })
  return partOf(Number(base + tax), visitsLeft(booking, item), credit.amount)
}

type Returning = { order: string; item: string; expected: number | null; toBalance: boolean }

/** A customer requests a refund for unused visits. */
export function returnPackage(booking: Booking, { order: id, item, expected, toBalance }: Returning): Expected {
  const order = orderOf(booking, id) as ModelOrder
  const requests = booking.requests.filter((each) => each.item === item)
  if (requests.some(({ status }) => status !== 'declined' && status !== 'withdrawn')) return ok(201)
  const credit = booking.credits.find((each) => each.id === item)
  const worth = order.status === 'paid' ? Math.min(worthOf(booking, order, item), leftOf(order)) : 0
  const isPartlyUsed = credit !== undefined && visitsLeft(booking, item) < credit.amount
  const isOther = expected !== null && expected !== worth
  if (isPartlyUsed && (worth === 0 || isOther)) return no('credit_partly_used')
  if (worth === 0) return no('refund_not_allowed')
  if (isOther) return no('quote_stale')
  booking.requests.push({ id: '', order: id, amount: worth, toBalance, item, status: 'requested', approved: null })
  return ok(201)
}

/** The organisation approves, and unused visits are revoked. False when the refund exceeds their current value. */
export function revokeUnused(booking: Booking, input: { order: ModelOrder; item: string; amount: number }): boolean {
  const { order, item, amount } = input
  const credit = booking.credits.find(({ id }) => id === item)
  if (!credit) return true
  if (amount > worthOf(booking, order, item)) return false
  credit.revoked += visitsLeft(booking, item)
  return true
}

export const returningPackage: Maker = (world, choices) => {
  const isPackage = ({ id, isPackage: is, plan }: ModelOrder['lines'][number]) => is && plan === undefined && id !== ''
  const order = anyOrder(world, choices, (each) => each.isEverPaid && each.lines.some(isPackage))
  const line = order?.lines.findLast(isPackage)
  if (!order || !line) return null
  const toBalance = choices.chance(0.2)
  const expected = choices.chance(0.15) ? 1 : null
  const body = {
    ...(toBalance ? { destination: 'account_balance' } : {}),
    ...(expected === null ? {} : { expected_amount: expected }),
  }
  return {
    words: `the package of ${order.status} order is given back${expected === null ? '' : ' for another amount'}`,
    act: post(world, order.customer, `/orders/${order.id}/items/${line.id}/return`, body),
    model: (booking) => returnPackage(booking, { order: order.id, item: line.id, expected, toBalance }),
  }
}
