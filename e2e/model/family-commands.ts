import { packageOption, type World } from './booking-world.ts'
import { anyCart, isCart, maxCodeAttempts, type Maker, post } from './choose-command.ts'
import { isOver } from './membership-state.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'
import {
  bookFamily,
  type CartExtras,
  type FamilyBooking,
  type FamilyPerson,
  heldBefore,
  joinedPlan,
} from './family-rules.ts'

/**
 * One or two children of a customer, rarely with a child of another, book places of one event in one call, in a new cart
 * or in one that they have.
 */
export const bookingFamily: Maker = (world, choices) => {
  const { customer, people, event } = peopleIn(world, choices)
  const joined = choices.chance(0.4) ? cartOf(world, choices, customer) : null
  const buysPackage = event === world.booking.package.event && choices.chance(0.6)
  const opens = event === world.booking.package.event
  const joins = !buysPackage && mayJoin(world, customer) && choices.chance(opens ? 0.5 : 0.1)
  if (joins) for (const person of people) Object.assign(person, { credit: null, joins: choices.chance(0.8) })
  if (buysPackage)
    for (const person of people) Object.assign(person, { credit: null, buysPackage: choices.chance(0.9) })
  const mayHoldSome = choices.chance(0.4)
  const hasWares = joined?.lines.some(({ ware }) => ware !== null) ?? false
  const extras = mayHoldSome ? null : extrasOf(world, choices, { customer, hasWares })
  const cart = { customer, people, mayHoldSome, ...(joined ? { joins: joined.id } : {}), ...(extras ? { extras } : {}) }
  const release = releasedIn(world, choices, { ...cart, now: world.site.now() })
  const input = { ...cart, ...(release.length > 0 ? { release } : {}) }
  const book = post(world, customer, '/bookings', bodyOf(world, input, event))
  const act = async () => {
    const answer = await book()
    if (answer.status === 201) await nameNewPlaces(world, people, String(answer.body.id))
    return answer
  }
  return {
    words: wordsOf(world, input),
    act,
    model: (booking, now, ids) => bookFamily(booking, { ...input, now }, ids),
  }
}

/** The same membership cannot be bought twice at a time. */
const mayJoin = ({ booking }: World, customer: number): boolean =>
  !booking.memberships.some((each) => each.customer === customer && each.plan === joinedPlan && !isOver(each))

const cartOf = (world: World, choices: Choices, customer: number) =>
  anyCart(world, choices, (order) => order.customer === customer && (isCart(order) || choices.chance(0.1)))

/** Now and then a booking releases a place that its customer holds, rarely one that was given up. */
function releasedIn(world: World, choices: Choices, input: FamilyBooking): string[] {
  if (!choices.chance(0.4)) return []
  const held = heldBefore(world.booking, input)
  const places = choices.chance(0.1) ? world.booking.places : held
  return places.length === 0 ? [] : [choices.pick(places).id]
}

type Sent = Omit<FamilyBooking, 'now'>
const codeOf = (world: World, { extras }: Sent): string =>
  world.booking.coupons.find(({ id }) => id === extras?.code)?.code ?? 'NOSUCHCODE'

function bodyOf(world: World, input: Sent, event: number) {
  const { people, mayHoldSome, joins, release, extras } = input
  const { people: bodies, ...about } = bookingOf(world, { people, event })
  const items = extras?.wares.map(({ ware, quantity }) => ({
    ...{ product_variation_id: world.booking.wares[ware]?.id, quantity },
  }))
  return {
    ...{ program_id: world.programId, on_refusal: mayHoldSome ? 'hold' : 'none', ...about },
    people: bodies.map((body, at) => (at === 0 && items && items.length > 0 ? { ...body, items } : body)),
    ...(joins === undefined ? {} : { order_id: joins }),
    ...(release ? { release } : {}),
    ...(extras?.code === undefined ? {} : { code: codeOf(world, input) }),
  }
}

function wordsOf(world: World, input: Sent): string {
  const { customer, people, mayHoldSome, joins, release, extras } = input
  const payment = ({ credit, buysPackage, joins: isJoining }: FamilyPerson) =>
    isJoining ? ' with a membership' : buysPackage ? ' with a package' : credit === null ? '' : ' with a visit'
  const all = people.map((each) => `option ${each.option} for child ${each.child}${payment(each)}`).join(' and ')
  const of = [
    ...(joins === undefined ? [] : [` in the cart ${joins.slice(0, 9)}`]),
    ...(mayHoldSome ? [', or what is left'] : []),
    ...(release ? [', and releases a place'] : []),
    ...(extras ? [`, with ${extras.wares.length} wares`] : []),
    ...(extras?.code === undefined ? [] : [` and the code ${codeOf(world, input)}`]),
  ]
  return `customer ${customer} books ${all}${of.join('')}`
}

/** Now and then products of the store, a code, or both go into the cart with the places. */
function extrasOf(
  world: World,
  choices: Choices,
  { customer, hasWares }: { customer: number; hasWares: boolean },
): CartExtras | null {
  const { wares, coupons } = world.booking
  const chosen =
    choices.chance(0.3) && !hasWares ? [{ ware: choices.below(wares.length), quantity: 1 + choices.below(2) }] : []
  const attempts = world.codeAttempts[customer] ?? 0
  if (attempts >= maxCodeAttempts || !choices.chance(0.3)) return chosen.length > 0 ? { wares: chosen } : null
  world.codeAttempts[customer] = attempts + 1
  return { wares: chosen, code: choices.pick([...coupons.filter(({ code }) => code !== null), null])?.id ?? null }
}

/** The visits that can pay for a place: those of a package in a cart are used by a booking of the cart. */
export const paidCredits = ({ booking }: World) => booking.credits.filter(({ isUnpaid }) => !isUnpaid)

/** Children of a family who book one event, and their options. */
export function peopleIn(world: World, choices: Choices): { customer: number; people: FamilyPerson[]; event: number } {
  const customer = choices.below(world.people.length)
  const children = world.children.flatMap((child, index) => (child.customer === customer ? [index] : []))
  const own = choices.chance(0.75) ? children : [choices.pick(children)]
  const all = choices.chance(0.05) ? [...own, (own[0] ?? 0) + children.length] : own
  const { options } = world.booking
  const visits = paidCredits(world).filter((each) => each.customer === customer || choices.chance(0.05))
  const isVisit = visits.length > 0 && choices.chance(0.35)
  const event = options[isVisit ? packageOption : choices.below(packageOption + 1)]?.event
  const ofEvent = options.flatMap((option, index) => (option.event === event ? [index] : []))
  const people = all.map((index): FamilyPerson => {
    const child = index % world.children.length
    const credit = isVisit && choices.chance(0.8) ? choices.pick(visits).id : null
    return { child, isOwn: children.includes(child), option: choices.pick(ofEvent), credit, id: null }
  })
  return { customer, people, event: event ?? 0 }
}

/** The part of a booking that families and staff send alike. */
export const bookingOf = (world: World, { people, event }: { people: FamilyPerson[]; event: number }) => ({
  event_id: world.eventIds[event],
  people: people.map(({ child, option, credit, buysPackage, joins }) => ({
    attendee_id: world.children[child]?.attendee,
    option_id: world.booking.options[option]?.id,
    ...(credit === null ? {} : { session_credit_id: `crd_${credit.replace(/^itm_/, '')}` }),
    ...(buysPackage ? { session_package_id: world.booking.package.id } : {}),
    ...(joins ? { membership_package_id: world.booking.plans[joinedPlan]?.id } : {}),
  })),
})

export async function nameNewPlaces(world: World, people: FamilyPerson[], order: string): Promise<void> {
  const before = new Set(world.booking.places.map(({ id }) => id))
  const all = await world.site.sql('SELECT id, attendee_id FROM registrations WHERE order_id = ?1', order)
  const rows = all.filter(({ id }) => !before.has(String(id)))
  for (const person of people) {
    const row = rows.find(({ attendee_id }) => attendee_id === world.children[person.child]?.attendee)
    person.id = row ? String(row.id) : null
  }
}
