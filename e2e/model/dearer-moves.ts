import { type AnswerIds, type Expected, no, ok } from './expected-answers.ts'
import { deleteOrder, isHeld } from './booking-rules.ts'
import {
  type Booking,
  livePayment,
  minute,
  type ModelOrder,
  type ModelPlace,
  orderOf,
  placeOf,
  releaseLapsed,
  takePlace,
} from './booking-state.ts'
import { plainSums } from './membership-state.ts'
import { worthOf } from './move-money.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'
import { openOptions, type World } from './booking-world.ts'
import { type Command, type Maker, pick, post, send } from './choose-command.ts'
import { forgetScenario } from './membership-commands.ts'
import { mayLeave, mayMove } from './move-rules.ts'
import { hasOpenParts } from './part-rules.ts'
import { pay } from './pay-rules.ts'
import { offerPlaces } from './waitlist-line.ts'

const holdMs = 15 * minute
type Moving = { place: string; option: number; child: number; now: number }

/** Starts a reschedule to a more expensive place: the place is held and an order is opened for the difference. */
export function beginMove(booking: Booking, { now, ...input }: Moving, answerIds: AnswerIds): Expected {
  const place = placeOf(booking, input.place)
  const { option, child } = input
  const closed = mayLeave(booking, place, now)
  if (closed) return closed
  for (const other of openMoves(booking, place)) {
    const [held] = booking.places.filter(({ order }) => order === other.id)
    if (held?.option === option && held.child === child && isHeld(booking, other, now)) return ok(201)
    if (livePayment(other)) return no('payment_in_progress')
    if (other.status === 'draft' && other.payments.length === 0) deleteOrder(booking, { order: other.id })
    else if (held?.status === 'pending') Object.assign(held, { status: 'expired', end: null })
  }
  const refusal = mayMove(booking, { place, option, child, now })
  if (refusal) return refusal
  const origin = orderOf(booking, place.order)
  const at = origin?.lines.findIndex((line) => line.place === place.id && !line.isCancelled) ?? -1
  const line = origin?.lines[at]
  const sums = origin?.sums.lines[at]
  const cost = booking.options[option]?.cost ?? 0
  if (!origin || !line || !sums || option === place.option || cost <= line.price || hasOpenParts(origin))
    return no('transition_not_allowed')
  offerPlaces(booking, booking.options[option]?.event ?? 0, now)

  const statuses = booking.places.map(({ status }) => status)
  releaseLapsed(booking, [option], now)
  const held: ModelPlace = {
    ...{ id: answerIds.items?.[0]?.source ?? '', customer: place.customer, child, option, status: 'expired' },
    ...{ end: now + holdMs, order: answerIds.id, since: now, entry: null, credit: null },
  }
  const gone = takePlace(booking, held)
  if (gone) {
    for (const [index, each] of booking.places.entries()) each.status = statuses[index] ?? each.status
    return no(gone)
  }
  booking.places.push({ ...held, status: 'pending' })
  booking.orders.push({
    ...{ id: answerIds.id, customer: place.customer, status: 'draft', method: null, entered: null, discounts: [] },
    lines: [
      {
        ...{ id: answerIds.items?.[0]?.id ?? '', place: held.id, isPackage: false, ware: null, quantity: 1, taken: 0 },
        ...{ price: cost, isCancelled: false, back: 0 },
      },
    ],
    sums: plainSums(booking, cost),
    ...{ hold: now + holdMs, due: null, reserved: 0, usesBalance: false, started: now },
    usedTimes: { more: false, bank: false, decline: false },
    ...{ version: answerIds.version ?? 0, payments: [], isEverPaid: false, cancelled: 0, parts: [], waived: 0 },
    moves: { place: place.id, moved: place.moved ?? 0, carried: worthOf(booking, origin, at) },
    root: origin.root ?? origin.id,
  })
  return ok(201)
}

const openMoves = (booking: Booking, { id }: ModelPlace): ModelOrder[] =>
  booking.orders.filter(
    ({ moves, status }) => moves?.place === id && status !== 'paid' && status !== 'expired' && status !== 'cancelled',
  )

/** A random reschedule to a more expensive place. */
export const beginningMove: Maker = (world, choices) => {
  const isLikely = choices.chance(0.9)
  const place = pick(
    choices,
    world.booking.places,
    ({ status, option }) => option < openOptions && (!isLikely || status === 'confirmed'),
  )
  if (!place) return null
  const option = targetOf(world, place, choices)
  const children = [...world.children.keys()].filter((child) => world.children[child]?.customer === place.customer)
  const child = choices.chance(0.15) ? choices.pick(children) : place.child
  const body = { option_id: world.booking.options[option]?.id, attendee_profile_id: world.children[child]?.profile }
  return {
    words: `${place.status} place of option ${place.option} begins to move to option ${option}${child === place.child ? '' : ' for another child'}`,
    act: post(world, place.customer, `/registrations/${place.id}/moves`, body),
    model: (booking, now, answerIds) => beginMove(booking, { place: place.id, option, child, now }, answerIds),
  }
}

// The target of a reschedule, mostly a more expensive place.
function targetOf({ booking }: World, place: ModelPlace, choices: Choices): number {
  const all = Array.from({ length: openOptions }, (_, index) => index)
  const costOf = (option: number) => booking.options[option]?.cost ?? 0
  const dearer = all.filter((option) => costOf(option) > costOf(place.option))
  return choices.pick(dearer.length > 0 && choices.chance(0.85) ? dearer : all)
}

/** The difference is paid, or the reschedule is abandoned. */
export const payingMove: Maker = (world, choices) => {
  const isLikely = choices.chance(0.9)
  const order = pick(
    choices,
    world.booking.orders,
    ({ moves, status }) =>
      moves !== undefined && status !== 'paid' && (!isLikely || status === 'draft' || status === 'pending'),
  )
  if (!order) return null
  if (choices.chance(0.15)) return givingUp(world, order)
  const card = choices.pick(['good', 'good', 'good', 'declined'] as const)
  const body = {
    checkout_method: 'card',
    payment_source_id: card === 'good' ? 'pm_card_visa' : 'pm_card_chargeDeclined',
  }
  const act = async () => {
    await forgetScenario(world)
    return post(world, order.customer, `/orders/${order.id}/payments`, body)()
  }
  return {
    words: `${order.status} order of a move is paid: card ${card}`,
    act,
    model: (booking, now, answerIds) => {
      booking.scenario = null
      const input = { order: order.id, method: 'card', card, version: null, usesBalance: false, now } as const
      return pay(booking, input, answerIds)
    },
  }
}

const givingUp = (world: World, order: ModelOrder): Command => ({
  words: `${order.status} order of a move is deleted`,
  act: send(world, order.customer, 'DELETE', `/orders/${order.id}`),
  model: (booking) => deleteOrder(booking, { order: order.id }),
})
