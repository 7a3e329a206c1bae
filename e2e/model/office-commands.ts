import { orderOf, remainingOf } from './booking-state.ts'
import { approveRequest, declineRequest, withdrawRequest } from './cancel-rules.ts'
import { anyOrder, type Maker, office, personOf, pick, post } from './choose-command.ts'
import { giveMoney, recordMoney } from './office-rules.ts'

export const recording: Maker = (world, choices) => {
  const isLikely = choices.chance(0.9)
  const order = anyOrder(world, choices, (each) => !isLikely || each.due !== null)
  if (!order) return null
  const due = remainingOf(order)
  const amount = Math.max(1, choices.pick([due, due, due, Math.floor(due / 3), due + 500]))
  return {
    words: `${amount} is brought for ${order.status} order`,
    act: office(world, `/orders/${order.id}/payments`, { amount, received_as: 'cash' }),
    model: (booking, now, answerIds) => recordMoney(booking, { order: order.id, amount, now }, answerIds),
  }
}

export const giving: Maker = (world, choices) => {
  const customer = choices.below(world.people.length)
  const kind = choices.pick(['gift', 'gift', 'payout'] as const)
  const amount = choices.pick([700, 2500, 9990, 30_000])
  const contact_id = personOf(world, customer).profileId(world.programId)
  return {
    words: `the organiser enters a ${kind} of ${amount} for customer ${customer}`,
    act: office(world, '/account_balance_entries', { contact_id, kind, amount }),
    model: (booking) => giveMoney(booking, { customer, amount: kind === 'payout' ? -amount : amount }),
  }
}

export const answering: Maker = (world, choices) => {
  const isLikely = choices.chance(0.8)
  const request = pick(choices, world.booking.requests, (each) => !isLikely || each.status === 'requested')
  if (!request) return null
  const amount = choices.pick([null, null, Math.floor(request.amount / 2), request.amount + 1])
  if (choices.chance(0.3))
    return {
      words: `a ${request.status} request is declined`,
      act: office(world, `/refund_requests/${request.id}/decline`, { text: 'The season is paid in full.' }),
      model: (booking) => declineRequest(booking, { request: request.id }),
    }
  return {
    words: `a ${request.status} request is approved${amount === null ? '' : ` with ${amount} of ${request.amount}`}`,
    act: office(world, `/refund_requests/${request.id}/approve`, amount === null ? {} : { amount }),
    model: (booking) => approveRequest(booking, { request: request.id, amount }),
  }
}

export const withdrawing: Maker = (world, choices) => {
  const request = pick(choices, world.booking.requests, () => true)
  const order = orderOf(world.booking, request?.order ?? null)
  if (!request || !order) return null
  return {
    words: `a ${request.status} request is withdrawn`,
    act: post(world, order.customer, `/orders/${order.id}/refund/withdraw`, { refund_request_id: request.id }),
    model: (booking) => withdrawRequest(booking, { request: request.id }),
  }
}
