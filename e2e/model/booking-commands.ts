// Over 250 lines: everything a family and an organiser may do, each with its weight, in one table.
import type { Answer } from '../../functions/test-bench/http-client.ts'
import { runClock } from './membership-lives.ts'
import type { Expected } from './expected-answers.ts'
import {
  addLine,
  addPackage,
  addWare,
  applyCode,
  moreTime,
  openOrder,
  quote,
  register,
  removeCode,
  deleteOrder,
  dropLine,
} from './booking-rules.ts'
import {
  type Booking,
  isPromised,
  livePayment,
  minute,
  type ModelLine,
  type ModelOrder,
  type ModelPlace,
  sum,
  orderOf,
  placeOf,
  paidOf,
  takenOf,
  takenOfPool,
} from './booking-state.ts'
import { openOptions, packageOption, plannedOption, type World } from './booking-world.ts'
import { cancelOrder, cancelPlace, returnWare } from './cancel-rules.ts'
import {
  anyCart,
  anyOrder,
  type Command,
  isCart,
  maxCodeAttempts,
  type Maker,
  path,
  personOf,
  pick,
  post,
  send,
} from './choose-command.ts'
import { answering, giving, recording, withdrawing } from './office-commands.ts'
import { changingMembership, officeOfMemberships, passingMembershipDays, subscribing } from './membership-commands.ts'
import { beginningMove, payingMove } from './dearer-moves.ts'
import { returningPackage } from './package-returns.ts'
import { moving, movingTime } from './move-commands.ts'
import { bookingFamily, paidCredits } from './family-commands.ts'
import { keeping, lettingGo, payingPart } from './part-commands.ts'
import { confirming, deciding, paying, reporting, tick } from './payment-commands.ts'
import {
  bookingByStaff,
  cancellingByStaff,
  cancellingOrderByStaff,
  movingByStaff,
  refundingByStaff,
  rivalsOfStaff,
} from './staff-commands.ts'
import { claiming, declining, joining } from './waitlist-commands.ts'
import { groupJoinMs } from './waitlist-line.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'

const registering: Maker = (world, choices) => {
  const child = choices.below(world.children.length)
  const { customer } = world.children[child] as World['children'][number]
  const credits = paidCredits(world).filter((each) => each.customer === customer || choices.chance(0.05))
  const isVisit = credits.length > 0 && choices.chance(0.35)
  const any = choices.chance(world.likesParts ? 0.6 : 0.05)
    ? plannedOption
    : choices.below(world.booking.options.length)
  const option = isVisit && choices.chance(0.9) ? packageOption : any
  return registerAs(world, { child, option, credit: isVisit ? choices.pick(credits).id : null })
}

type Registering = { child: number; option: number; credit?: string | null }
function registerAs(world: World, { child, option, credit = null }: Registering): Command {
  const { customer, profile } = world.children[child] as World['children'][number]
  const input = world.booking.options[option] as Booking['options'][number]
  const { type, option: length } = world.lesson
  const what =
    input.start === null
      ? { event_id: world.eventIds[input.event], option_id: input.id }
      : { start_time: input.id, appointment_type_id: type, appointment_option_id: length }
  const body = {
    ...what,
    customer_profile_id: personOf(world, customer).profileId(world.programId),
    attendee_profile_id: profile,
    ...(credit === null ? {} : { session_credit_id: creditId(credit) }),
  }
  return {
    words: `child ${child} takes option ${option}${credit === null ? '' : ' with a visit'}`,
    act: post(world, customer, input.start === null ? '/registrations' : '/appointments', body),
    model: (booking, now, answerIds) => register(booking, { customer, child, option, credit, now }, answerIds),
  }
}

const isLoose = (place: ModelPlace) => place.order === null && place.status === 'pending'
/** The id of the credit that a package item grants. */
const creditId = (line: string) => `crd_${line.replace(/^itm_/, '')}`
const item = ({ booking }: World, source: string) => {
  const isTime = placeOf(booking, source).option > packageOption
  return { type: isTime ? 'appointment_option' : 'event_option', source, quantity: 1 }
}
const packageItem = ({ booking }: World) => ({ type: 'session_package', source: booking.package.id, quantity: 1 })

const opening: Maker = (world, choices) => openingOf(world, choices, choices.below(world.people.length))

const openingOf = (world: World, choices: Choices, customer: number): Command | null => {
  const own = world.booking.places.filter((place) => place.customer === customer)
  const loose = own.filter(isLoose)
  const places = choices.chance(0.9) ? loose.slice(0, 1 + choices.below(3)) : own.slice(0, 1)
  const packages = choices.chance(0.2) ? 1 : 0
  if (places.length + packages === 0 && choices.chance(0.9)) return null
  const sources = places.map((place) => place.id)
  const body = {
    program_id: world.programId,
    customer_profile_id: personOf(world, customer).profileId(world.programId),
    items: [...sources.map((source) => item(world, source)), ...(packages > 0 ? [packageItem(world)] : [])],
  }
  return {
    words: `customer ${customer} opens a cart of ${sources.length}${packages > 0 ? ' and a package' : ''}`,
    act: post(world, customer, '/orders', body),
    model: (booking, now, answerIds) => openOrder(booking, { customer, places: sources, packages, now }, answerIds),
  }
}

const adding: Maker = (world, choices) => {
  const order = anyCart(world, choices)
  const place =
    order &&
    pick(
      choices,
      world.booking.places,
      (each) => each.customer === order.customer && (isLoose(each) || choices.chance(0.1)),
    )
  if (!order || !place) return null
  return {
    words: `${order.status} order gets a line`,
    act: post(world, order.customer, `/orders/${order.id}/items`, item(world, place.id)),
    model: (booking, now, answerIds) => addLine(booking, { order: order.id, place: place.id, now }, answerIds),
  }
}

const addingPackage: Maker = (world, choices) => {
  const order = anyOrder(world, choices)
  return (
    order && {
      words: `${order.status} order gets a package`,
      act: post(world, order.customer, `/orders/${order.id}/items`, packageItem(world)),
      model: (booking, now, answerIds) => addPackage(booking, { order: order.id, now }, answerIds),
    }
  )
}

const addingWare: Maker = (world, choices) => {
  const order = anyOrder(world, choices, choices.chance(0.8) ? ({ status }) => status === 'draft' : undefined)
  const ware = choices.below(world.booking.wares.length)
  const quantity = 1 + choices.below(2)
  const source = world.booking.wares[ware]?.id
  return (
    order && {
      words: `${order.status} order gets ${quantity} of ware ${ware}`,
      act: post(world, order.customer, `/orders/${order.id}/items`, { type: 'product_variation', source, quantity }),
      model: (booking, now, answerIds) => addWare(booking, { order: order.id, ware, quantity, now }, answerIds),
    }
  )
}

const isReturnable = (line: ModelLine) => line.ware !== null && line.id !== ''
// As with places, the model leaves out a refund that lowers a discount of the other items.
const returning: Maker = (world, choices) => {
  const order = anyOrder(world, choices, (each) => each.isEverPaid && each.lines.some(isReturnable))
  const line = order?.lines.findLast(isReturnable)
  if (!order || !line || lowersDiscounts(order, line)) return null
  const toBalance = choices.chance(0.2)
  return {
    words: `ware ${line.ware} of ${order.status} order is given back`,
    act: post(world, order.customer, `/orders/${order.id}/items/${line.id}/return`, destinationOf(toBalance)),
    model: (booking, now) => returnWare(booking, { order: order.id, line: line.id, toBalance, now }),
  }
}

const dropping: Maker = (world, choices) => {
  const order = anyCart(world, choices, (each) => each.lines.some(({ id }) => id !== ''))
  if (!order) return null
  const line = choices.pick(order.lines.filter(({ id }) => id !== ''))
  return {
    words: `${order.status} order loses a line`,
    act: send(world, order.customer, 'DELETE', `/orders/${order.id}/items/${line.id}`),
    model: (booking, now) => dropLine(booking, { order: order.id, line: line.id, now }),
  }
}

const entering: Maker = (world, choices) => {
  const order = anyOrder(world, choices, choices.chance(0.8) ? isCart : undefined)
  if (!order || (world.codeAttempts[order.customer] ?? 0) >= maxCodeAttempts) return null
  world.codeAttempts[order.customer] = (world.codeAttempts[order.customer] ?? 0) + 1
  const coupon = choices.pick([...world.booking.coupons.filter((each) => each.code !== null), null])
  const code = coupon?.code ?? 'NOSUCHCODE'
  return {
    words: `${order.status} order gets the code ${code}`,
    act: post(world, order.customer, `/orders/${order.id}/discounts`, { code }),
    model: (booking, now) => applyCode(booking, { order: order.id, coupon: coupon?.id ?? null, now }),
  }
}

const leaving: Maker = (world, choices) => {
  const order = anyOrder(world, choices, (each) => each.discounts.length > 0)
  if (!order) return null
  const { coupon } = choices.pick(order.discounts)
  const act = async () => {
    const [row] = await world.site.sql(
      'SELECT id FROM discounts WHERE order_id = ?1 AND coupon_id = ?2',
      order.id,
      coupon,
    )
    return world.site.call(`${path}/orders/${order.id}/discounts/${row?.id}`, {
      method: 'DELETE',
      headers: personOf(world, order.customer).headers,
    })
  }
  return {
    words: `${order.status} order loses a coupon`,
    act,
    model: (booking, now) => removeCode(booking, { order: order.id, coupon, now }),
  }
}

const quoting: Maker = (world, choices) => {
  const order = anyOrder(world, choices)
  return (
    order && {
      words: `${order.status} order is quoted`,
      act: post(world, order.customer, `/orders/${order.id}/quote`, {}),
      model: (booking, now) => quote(booking, { order: order.id, now }),
    }
  )
}

const destinationOf = (toBalance: boolean) => (toBalance ? { destination: 'account_balance' } : {})
const cancelling: Maker = (world, choices) => {
  const order = anyOrder(world, choices)
  const toBalance = choices.chance(0.2)
  return (
    order && {
      words: `${order.status} order is cancelled${toBalance ? ', its money for the balance' : ''}`,
      act: post(world, order.customer, `/orders/${order.id}/cancel`, destinationOf(toBalance)),
      model: (booking, now) => cancelOrder(booking, { order: order.id, toBalance, now }),
    }
  )
}

// The model does not distribute a refund over the remaining items. So it cancels no place if that would lower a
// discount of other places or the amount of an unpaid order. Other tests cover those sums.
function changesTheRest(booking: Booking, place: ModelPlace): boolean {
  const order = orderOf(booking, place.order)
  if (!order) return false
  if (place.status === 'pending')
    return isPromised(order) && livePayment(order)?.method !== 'card' && paidOf(order) === 0
  const line = order.lines.find((each) => each.place === place.id && !each.isCancelled)
  return line !== undefined && lowersDiscounts(order, line)
}

function lowersDiscounts(order: ModelOrder, line: ModelLine): boolean {
  const rest = sum(order.lines.map((each) => (each.isCancelled || each === line ? 0 : each.quantity)))
  return rest === 1 && order.discounts.some((each) => !each.isEntered && each.amount > 0)
}

const givingBack: Maker = (world, choices) => {
  const place = pick(
    choices,
    world.booking.places,
    (each) => !changesTheRest(world.booking, each) && (each.status === 'confirmed' || choices.chance(0.2)),
  )
  return place && givingBackOf(world, place, choices.chance(0.2))
}

const givingBackOf = (world: World, place: ModelPlace, toBalance: boolean): Command => ({
  words: `${place.status} place is cancelled${toBalance ? ', its money for the balance' : ''}`,
  act: post(world, place.customer, `/registrations/${place.id}/cancel`, destinationOf(toBalance)),
  model: (booking, now) => cancelPlace(booking, { place: place.id, toBalance, now }),
})

const deleting: Maker = (world, choices) => {
  const order = anyCart(world, choices)
  return (
    order && {
      words: `${order.status} order is deleted`,
      act: send(world, order.customer, 'DELETE', `/orders/${order.id}`),
      model: (booking) => deleteOrder(booking, { order: order.id }),
    }
  )
}

const waiting: Maker = (world, choices) => {
  const order = anyOrder(world, choices)
  return (
    order && {
      words: `${order.status} order asks for more time`,
      act: post(world, order.customer, `/orders/${order.id}/hold`, {}),
      model: (booking, now) => moreTime(booking, { order: order.id, now }),
    }
  )
}

const ticking: Maker = (world) => {
  const act = async () => {
    await tick(world)
    return null
  }
  const model = (booking: Booking, now: number) => {
    runClock(booking, now)
    return null
  }
  return { words: 'the clock runs', act, model }
}

/** A number of minutes: this many plus a random part, so that no deadline equals the current time. */
function minutesFrom({ booking, site }: World, least: number): number {
  const marks = [
    ...booking.places.map((place) => place.end),
    ...booking.entries.map((entry) => entry.joined + groupJoinMs),
    ...booking.orders.flatMap((order) => [
      order.hold,
      (order.started ?? 0) + 45 * minute,
      ...order.payments.flatMap((payment) => [
        payment.calledAt + minute,
        payment.calledAt + 2 * minute,
        payment.intent?.settlesAt ?? null,
      ]),
      ...order.parts.map((part) => part.next),
    ]),
  ]
  const near = (index: number) =>
    marks.some((mark) => mark !== null && Math.abs(mark - index) < 0.4 * minute) ||
    [...booking.startsAt].some((start) =>
      [14, 3].some((days) => Math.abs(start - days * 24 * 60 * minute - index) < minute),
    )
  let minutes = least
  while (near(site.now() + minutes * minute)) minutes += 0.7
  return minutes
}

async function pass(world: World, minutes: number): Promise<void> {
  await world.site.pass(minutes * minute)
  world.passed += minutes
  world.codeAttempts.fill(0)
  await Promise.all(world.people.map((person) => person.renew()))
}

/** How far the time of a round moves, in minutes: past the farthest event and the last refund deadline. */
const mostMinutes = 20_000

const passing: Maker = (world, choices) => {
  const isLong = choices.chance(0.2) && world.passed < mostMinutes
  const minutes = minutesFrom(world, choices.pick([1.3, 2.6, 4, 7, 11, 16, 16, 30, 50, isLong ? 8 * 24 * 60 : 16]))
  const act = async () => {
    await pass(world, minutes)
    return null
  }
  return { words: `${minutes.toFixed(1)} minutes pass`, act, model: () => null }
}

/** Moves the time to the due date of an order's next instalment. */
const comingOfPart: Maker = (world) => {
  const next = world.booking.orders.flatMap(({ status, parts }) =>
    status === 'paid' ? parts.flatMap((part) => (part.next === null ? [] : [part.next])) : [],
  )
  if (next.length === 0 || world.passed > mostMinutes) return null
  const now = world.site.now()
  const minutes = minutesFrom(world, Math.max(0, Math.min(...next) - now) / minute + 1.3)
  const act = async () => {
    await pass(world, minutes)
    await tick(world)
    return null
  }
  const model = (booking: Booking) => {
    runClock(booking, now + minutes * minute)
    return null
  }
  return { words: `the day of a part comes after ${minutes.toFixed(1)} minutes`, act, model }
}

/** The organiser changes the number of places or a price. Sold places cannot be removed. */
const organising: Maker = (world, choices) => {
  const index = choices.below(openOptions)
  const option = world.booking.options[index] as Booking['options'][number]
  // More places would go to the extra ones, and fewer are refused.
  if (takenOf(world.booking, index) > option.spots) return null
  const what = choices.pick(['places', 'places', 'pool', 'price'] as const)
  if (what === 'price' && option.cost === 0) return null
  const value = what === 'price' ? option.cost + choices.pick([-333, 250]) : 1 + choices.below(3)
  const [table, column, id] =
    what === 'pool'
      ? ['pools', 'spots_total', world.booking.pools[0]?.id as string]
      : ['event_options', what === 'price' ? 'cost' : 'spots_total', option.id]
  const act = async (): Promise<Answer | null> => {
    const failed = await world.site.sql(`UPDATE ${table} SET ${column} = ?1 WHERE id = ?2`, value, id).then(
      () => false,
      (error: unknown) => /sold_out/.test(String(error)),
    )
    return { status: failed ? 409 : 200, headers: {}, body: { type: failed ? 'sold_out' : undefined }, text: '' }
  }
  const model = (booking: Booking): Expected => {
    const mine = booking.options[index] as Booking['options'][number]
    const pool = booking.pools[0] as Booking['pools'][number]
    if (what === 'price') mine.cost = value
    else if ((what === 'pool' ? takenOfPool(booking, 0) : takenOf(booking, index)) > value)
      return { status: 409, type: 'sold_out' }
    else if (what === 'pool') pool.spots = value
    else mine.spots = value
    return { status: 200 }
  }
  return { words: `the organiser sets the ${what} of option ${index} to ${value}`, act, model }
}

/** Two acts at once: for a place of the same option, or of staff and the family on the same order. */
export function rivals(world: World, choices: Choices): [Command, Command] | null {
  if (choices.chance(0.4))
    return rivalsOfStaff(world, choices, {
      register: (child, option) => registerAs(world, { child, option }),
      cancelOwn: (place) => givingBackOf(world, place, false),
      mayCancel: (place) => !changesTheRest(world.booking, place),
    })
  const option = choices.below(world.booking.options.length)
  const one = choices.below(world.children.length)
  const any = choices.below(world.children.length)
  // Two windows request one time for the same child: the response may be "taken" or "already booked", and both are
  // correct.
  const other = any === one && option > packageOption ? (any + 1) % world.children.length : any
  return [registerAs(world, { child: one, option }), registerAs(world, { child: other, option })]
}

const makers: [number, Maker][] = [
  [20, registering],
  [8, bookingFamily],
  [11, opening],
  [4, adding],
  [2, addingPackage],
  [4, addingWare],
  [3, returning],
  [2, dropping],
  [10, entering],
  [1, leaving],
  [5, quoting],
  [20, paying],
  [3, confirming],
  [7, deciding],
  [2, reporting],
  [4, cancelling],
  [8, givingBack],
  [1, deleting],
  [2, waiting],
  [4, ticking],
  [6, passing],
  [7, comingOfPart],
  [2, organising],
  [7, recording],
  [3, giving],
  [3, answering],
  [1, withdrawing],
  [6, moving],
  [3, movingTime],
  [6, joining],
  [6, claiming],
  [1, declining],
  [7, beginningMove],
  [10, payingMove],
  [3, returningPackage],
  [3, subscribing],
  [2, changingMembership],
  [3, bookingByStaff],
  [4, movingByStaff],
  [3, cancellingByStaff(changesTheRest)],
  [1, cancellingOrderByStaff],
  [4, refundingByStaff],
  [2, officeOfMemberships],
  [6, passingMembershipDays],
  [5, payingPart],
  [5, keeping],
  [4, lettingGo],
]
const whole = makers.reduce((all, [weight]) => all + weight, 0)

/** The subject of a control. Half of the control's commands are about it. */
export const subjects = {
  families: [bookingFamily],
  memberships: [subscribing, officeOfMemberships, passingMembershipDays],
  moves: [registering, opening, paying, beginningMove, payingMove],
  packages: [opening, paying, returningPackage, answering],
  parts: [registering, opening, paying, givingBack, cancelling],
  staff: [bookingByStaff, movingByStaff, cancellingByStaff(changesTheRest), refundingByStaff],
} satisfies Record<string, Maker[]>
export type Subject = keyof typeof subjects

/** In a control about instalments, the first two commands create orders with instalments. */
const beginning: Maker[] = [0, 1].flatMap((family): Maker[] => [
  (world) => registerAs(world, { child: 2 * family, option: plannedOption }),
  (world, choices) => openingOf(world, choices, family),
  paying,
])

/** A random command by weight. Impossible commands are drawn again. */
export function nextCommand(world: World, choices: Choices, step: number): Command {
  const first = world.likesParts ? (beginning[step]?.(world, choices) ?? null) : null
  if (first) return first
  for (;;) {
    const maker = world.subject && choices.chance(0.5) ? choices.pick<Maker>(subjects[world.subject]) : null
    const command = (maker ?? anyMaker(choices.below(whole)))(world, choices)
    if (command) return command
  }
}

function anyMaker(index: number): Maker {
  let left = index
  for (const [weight, maker] of makers) {
    left -= weight
    if (left < 0) return maker
  }
  return registering
}
