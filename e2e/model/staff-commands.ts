import { packageOption, openOptions, type World } from './booking-world.ts'
import { type Booking, leftOf, type ModelPlace, orderOf } from './booking-state.ts'
import { anyOrder, type Command, isCart, type Maker, office, pick } from './choose-command.ts'
import { bookingOf, nameNewPlaces, peopleIn } from './family-commands.ts'
import { bookByStaff, cancelOrderByStaff, cancelPlaceByStaff, moveByStaff, refundByStaff } from './staff-rules.ts'
import type { FamilyPerson } from './family-rules.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'

const reason = 'Our mistake'

/** Staff book places of one event for a family, paid in cash or by a link. */
export const bookingByStaff: Maker = (world, choices) => {
  const { customer, people, event } = peopleIn(world, choices)
  const paidBy = choices.pick(['cash', 'cash', 'link'] as const)
  const isOver = people.every(({ option }) => option === overOption) && paidBy === 'cash' && choices.chance(0.5)
  return staffBook(world, { customer, people, event, paidBy, isOver })
}

/** The option that staff book over capacity: one without a pool and with few places. */
const overOption = 0

type StaffBooking = {
  customer: number
  people: FamilyPerson[]
  event: number
  paidBy: 'cash' | 'link'
  isOver: boolean
}
function staffBook(world: World, { customer, people, event, paidBy, isOver }: StaffBooking): Command {
  const id = world.people[customer]?.identity.customer_id
  const book = office(world, '/bookings', {
    ...{ customer: { id }, paid_by: paidBy },
    ...bookingOf(world, { people, event }),
    ...(isOver ? { over_capacity: { reason } } : {}),
  })
  const act = async () => {
    const answer = await book()
    if (answer.status === 201) await nameNewPlaces(world, people, String(answer.body.id))
    return answer
  }
  return {
    words: `staff book ${people.map(({ child, option }) => `option ${option} for child ${child}`).join(' and ')}${isOver ? ' over capacity' : ''}, paid by ${paidBy}`,
    act,
    model: (booking, now, answerIds) =>
      bookByStaff(booking, { customer, people, paidBy, mayBeExtra: isOver, now }, answerIds),
  }
}

const isEvent = ({ option }: ModelPlace) => option <= packageOption
export const movingByStaff: Maker = (world, choices) => {
  const isLikely = choices.chance(0.9)
  const place = pick(
    choices,
    world.booking.places,
    (each) => isEvent(each) && (!isLikely || each.status === 'confirmed'),
  )
  return place && moveOf(world, choices, place)
}

function moveOf(world: World, choices: Choices, place: ModelPlace): Command {
  const children = [...world.children.keys()].filter((child) => world.children[child]?.customer === place.customer)
  const child = choices.chance(0.2) ? choices.pick(children) : place.child
  const option = choices.chance(0.9) ? choices.below(openOptions) : place.option
  const difference = choices.pick(['refund', 'balance', 'waive', 'waive', null] as const)
  const attendee_profile_id = world.children[child]?.profile
  const body = { option_id: world.booking.options[option]?.id, attendee_profile_id, reason, notify: false }
  return {
    words: `staff move a ${place.status} place of option ${place.option} to ${option}${child === place.child ? '' : ' for another child'}, difference ${difference}`,
    act: office(world, `/registrations/${place.id}/move`, { ...body, ...(difference ? { difference } : {}) }),
    model: (booking, now) => moveByStaff(booking, { place: place.id, option, child, difference, now }),
  }
}

export const cancellingByStaff =
  (changesTheRest: (booking: Booking, place: ModelPlace) => boolean): Maker =>
  (world, choices) => {
    const place = pick(
      choices,
      world.booking.places,
      (each) => !changesTheRest(world.booking, each) && (each.status === 'confirmed' || choices.chance(0.2)),
    )
    return place && cancelOf(world, choices, place)
  }

function cancelOf(world: World, choices: Choices, place: ModelPlace): Command {
  const order = orderOf(world.booking, place.order)
  const toBalance = choices.chance(0.3)
  const amount = choices.chance(0.5) ? null : choices.pick([0, 1000, order ? leftOf(order) + 1 : 5])
  const body = { reason, ...(toBalance ? { to: 'account_balance' } : {}), ...(amount === null ? {} : { amount }) }
  const address = place.option > packageOption ? 'appointments' : 'registrations'
  return {
    words: `staff cancel a ${place.status} place${amount === null ? '' : ` for ${amount}`}${toBalance ? ', its money for the balance' : ''}`,
    act: office(world, `/${address}/${place.id}/cancel`, body),
    model: (booking, now) => cancelPlaceByStaff(booking, { place: place.id, amount, toBalance, now }),
  }
}

export const cancellingOrderByStaff: Maker = (world, choices) => {
  const order = anyOrder(world, choices, ({ status }) => status === 'paid')
  const toBalance = choices.chance(0.3)
  return (
    order && {
      words: `staff cancel a ${order.status} order`,
      act: office(world, `/orders/${order.id}/cancel`, { reason, ...(toBalance ? { to: 'account_balance' } : {}) }),
      model: (booking, now) => cancelOrderByStaff(booking, { order: order.id, amount: null, toBalance, now }),
    }
  )
}

export const refundingByStaff: Maker = (world, choices) => {
  const isLikely = choices.chance(0.9)
  const order = anyOrder(world, choices, (each) => (isLikely ? each.status === 'paid' : isCart(each)))
  const lines = order?.lines.filter(({ id, place, isCancelled }) => id !== '' && place !== '' && !isCancelled) ?? []
  if (!order || lines.length === 0) return null
  return refundOf(world, choices, { order: order.id, line: choices.pick(lines).id })
}

function refundOf(world: World, choices: Choices, { order, line }: { order: string; line: string }): Command {
  const amount = choices.pick([500, 3000, 6001])
  const toBalance = choices.chance(0.3)
  const body = { amount, items: [line], reason, ...(toBalance ? { to: 'account_balance' } : {}) }
  return {
    words: `staff return ${amount} of an item${toBalance ? ' to the balance' : ''}`,
    act: office(world, `/orders/${order}/refund`, body),
    model: (booking) => refundByStaff(booking, { order, line, amount, toBalance }),
  }
}

/** What the family does meanwhile. */
type OfFamily = {
  register: (child: number, option: number) => Command
  cancelOwn: (place: ModelPlace) => Command
  mayCancel: (place: ModelPlace) => boolean
}

/** Staff book over capacity while a family takes or leaves a place of the same option. */
function rivalsOverCapacity(
  world: World,
  choices: Choices,
  { register, cancelOwn, mayCancel }: OfFamily,
): [Command, Command] {
  const [child, other] = [choices.below(world.children.length), choices.below(world.children.length)]
  const { customer } = world.children[child] as World['children'][number]
  const people = [{ child, isOwn: true, option: overOption, credit: null, id: null }]
  const over = staffBook(world, { customer, people, event: 0, paidBy: 'cash', isOver: true })
  const isSold = (place: ModelPlace) => place.status === 'confirmed' && place.option === overOption && mayCancel(place)
  const sold = choices.chance(0.5) ? pick(choices, world.booking.places, isSold) : null
  return [over, sold ? cancelOwn(sold) : register(other, overOption)]
}

/** Two acts on one place at once, of staff and of the family or of two of the staff. */
export function rivalsOfStaff(
  world: World,
  choices: Choices,
  { register, cancelOwn, mayCancel }: OfFamily,
): [Command, Command] | null {
  if (choices.chance(0.3)) return rivalsOverCapacity(world, choices, { register, cancelOwn, mayCancel })
  const place = pick(choices, world.booking.places, (each) => each.status === 'confirmed' && isEvent(each))
  const order = orderOf(world.booking, place?.order ?? null)
  const line = order?.lines.find((each) => each.place === place?.id && !each.isCancelled)
  if (!place || !order || !line || line.id === '') return null
  const target = { order: order.id, line: line.id }
  const acts = [
    () => moveOf(world, choices, place),
    () => refundOf(world, choices, target),
    ...(mayCancel(place) ? [() => cancelOf(world, choices, place), () => cancelOwn(place)] : []),
  ]
  return [choices.pick(acts)(), choices.pick(acts)()]
}
