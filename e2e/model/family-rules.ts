// Over 250 lines: the decision about each person of a booking, and its one write.
import { type AnswerIds, type Expected, no, ok } from './expected-answers.ts'
import { grantVisits } from './booking-money.ts'
import {
  changed,
  changeRefusal,
  dropPackage,
  enter,
  isHeld,
  mayPayPrice,
  openOrder,
  othersOf,
  paysFor,
  refusalOfCode,
  releasePlace,
  renewHold,
} from './booking-rules.ts'
import { reprice } from './booking-prices.ts'
import { membershipLine } from './membership-state.ts'
import {
  type Booking,
  isAlive,
  minute,
  type ModelLine,
  type ModelOrder,
  type ModelPlace,
  orderOf,
  placeOf,
  placesOf,
  releaseLapsed,
  takenOf,
  takenOfPool,
  takePlace,
  takeStock,
  visitsLeft,
} from './booking-state.ts'
import { eventOf, offerPlaces } from './waitlist-line.ts'

const holdMs = 15 * minute
/**
 * A person of a booking, with the id of a new place; no id in a forecast or when none was held. One who `buysPackage`
 * uses a visit of a package in the cart, and one who `joins` buys the membership with the place.
 */
export type FamilyPerson = {
  child: number
  isOwn: boolean
  option: number
  credit: string | null
  buysPackage?: boolean
  joins?: boolean
  id: string | null
}
/** What goes into the cart with the places: products of the store, and a code, null for one that does not exist. */
export type CartExtras = { wares: { ware: number; quantity: number }[]; code?: string | null }
export type FamilyBooking = {
  customer: number
  people: FamilyPerson[]
  mayHoldSome: boolean
  extras?: CartExtras
  /** The cart that the places join. */
  joins?: string
  /** Held places that the booking releases. */
  release?: string[]
  /** True when staff book over capacity. */
  mayBeExtra?: boolean
  now: number
}
/** `credit` is the visit that pays for a new place, `newPackage` one of a package that the booking buys. */
type Decided = {
  person: FamilyPerson
  kept: ModelPlace | null
  freed: ModelPlace[]
  refusal: string | null
  credit: string | null
}
const newPackage = 'new'
/** The membership that people buy with their places. It opens the event of the package. */
export const joinedPlan = 0

/** Books places of one event for a family: all of them or none, or with `mayHoldSome` those that are left. */
export function bookFamily(booking: Booking, input: FamilyBooking, answerIds: AnswerIds): Expected {
  const event = booking.options[input.people[0]?.option ?? 0]?.event ?? 0
  const joined = orderOf(booking, input.joins ?? null)
  const closed = joined && (changeRefusal(joined) ?? (isHeld(booking, joined, input.now) ? null : no('hold_expired')))
  if (closed) return closed
  const first = refusalOf(booking, decide(booking, input), input)
  if (first) return no(first)
  const forecast = write(structuredClone(booking), decide(booking, input), { input, answerIds: { id: '' } })
  if (forecast.refusal?.startsWith('coupon_')) return no(forecast.refusal)
  // Waitlist entries take precedence.
  offerPlaces(booking, event, input.now)
  const decided = decide(booking, input)
  const refusal = refusalOf(booking, decided, input)
  if (refusal) return no(refusal)
  const written = write(structuredClone(booking), decided, { input, answerIds })
  if (written.refusal) return no(written.refusal)
  Object.assign(booking, written.trial)
  return ok(201)
}

type Writing = { input: FamilyBooking; answerIds: AnswerIds }

/** One batch: the places, their order and what goes with them. */
function write(
  trial: Booking,
  decided: Decided[],
  { input, answerIds }: Writing,
): { trial: Booking; refusal: string | null } {
  const booked = decided.filter((each) => each.refusal === null)
  const joined = orderOf(trial, input.joins ?? null)
  const before = new Set((joined?.lines ?? []).map(({ id }) => id))
  // A booking buys a package or a membership, never both.
  const isBought = (type?: string) => type === 'session_package' || type === 'membership_package'
  const newLine = answerIds.items?.find(({ id, type }) => isBought(type) && !before.has(id))?.id ?? newPackage
  const bought = booked.some(({ credit }) => credit === newPackage) ? newLine : null
  const added = booked.filter(({ kept }) => kept === null)
  const inCart = joined?.lines.find(({ plan }) => plan === joinedPlan)?.id
  const membership = added.some(({ person }) => person.joins) ? (inCart ?? newLine) : undefined
  const creditOf = ({ credit }: Decided) => (credit === newPackage ? bought : credit)
  const membershipOf = ({ person }: Decided) =>
    person.joins && trial.options[person.option]?.event === trial.package.event ? membership : undefined
  const left = releasedPlaces(trial, input)
  for (const place of [...left, ...booked.flatMap(({ freed }) => freed)]) releaseOf(trial, place)
  if (joined)
    leave(trial, joined, { booked, left, used: added.flatMap((each) => [creditOf(each), membershipOf(each)]) })

  releaseLapsed(trial, optionsOf(added), input.now)
  for (const each of added) {
    const credit = creditOf(each)
    if (each.person.buysPackage && credit) buyVisits(trial, { credit, customer: input.customer })
    const place = { ...newPlace(each.person, input), credit, membership: membershipOf(each) }
    const conflict = takePlace(trial, place)
    if (conflict && !(conflict === 'sold_out' && input.mayBeExtra)) return { trial, refusal: conflict }
    trial.places.push({ ...place, status: 'pending' })
  }
  const ids = booked.map(({ person, kept }) => kept?.id ?? idOf(person))
  const places = joined ? ids.filter((id) => placeOf(trial, id).order !== joined.id) : ids
  if (!joined)
    openOrder(trial, { customer: input.customer, places: [], packages: 0, now: input.now }, { ...answerIds, items: [] })
  const order = joined ?? (trial.orders.at(-1) as ModelOrder)
  if (bought) enter(trial, order, trial.package.id, bought)
  if (membership !== undefined && membership !== inCart)
    order.lines.push({ ...membershipLine(joinedPlan, trial.plans[joinedPlan]?.cost ?? 0), id: membership })
  for (const place of places)
    enter(trial, order, place, answerIds.items?.find(({ source }) => source === place)?.id ?? '')
  return { trial, refusal: fill(trial, order, { input, answerIds, parent: ids[0] }) }
}

/** The visits of a package in the cart, when the first of its places is held. */
function buyVisits(trial: Booking, { credit, customer }: { credit: string; customer: number }): void {
  if (!trial.credits.some(({ id }) => id === credit)) grantVisits(trial, { id: credit, customer, isUnpaid: true })
}

type Leaving = { booked: Decided[]; left: ModelPlace[]; used: (string | null | undefined)[] }

/**
 * The lines of freed places leave the cart, and a package that paid for no other place. A product stays with the place
 * that replaces its own.
 */
function leave(trial: Booking, order: ModelOrder, { booked, left, used }: Leaving): void {
  const freed = [...left, ...booked.flatMap((each) => each.freed)]
  const isOf = (line: ModelLine, places: ModelPlace[]) => places.some(({ id }) => id === line.place)
  order.lines = order.lines.filter((line) => !isOf(line, freed))
  for (const { freed: own, kept, person } of booked)
    for (const line of order.lines) if (own.some(({ id }) => id === line.with)) line.with = kept?.id ?? idOf(person)
  order.lines = order.lines.filter((line) => !left.some(({ id }) => id === line.with))
  const needed = [...used, ...placesOf(trial, order).flatMap(({ credit, membership }) => [credit, membership])]
  const isUnused = ({ isPackage, id }: ModelLine) =>
    isPackage && freed.some(({ credit, membership }) => credit === id || membership === id) && !needed.includes(id)
  for (const line of order.lines.filter(isUnused)) dropPackage(trial, line)
  order.lines = order.lines.filter((line) => !isUnused(line))
}

type Filling = Writing & { parent: string | undefined }

/** Products and a code go into the cart, its hold is renewed and it is priced again. */
function fill(trial: Booking, order: ModelOrder, { input, answerIds, parent }: Filling): string | null {
  const { wares, code } = input.extras ?? { wares: [] }
  const isNew = input.joins === undefined
  for (const { ware, quantity } of wares) {
    const { id: source, cost } = trial.wares[ware] as Booking['wares'][number]
    const id = answerIds.items?.find((item) => item.product_variation_id === source)?.id ?? ''
    const line = { id, place: '', isPackage: false, ware, quantity, taken: 0, with: parent }
    order.lines.push({ ...line, price: cost * quantity, isCancelled: false, back: 0 })
  }
  const refusal = code === undefined ? null : refusalOfCode(trial, order, code)
  if (refusal) return refusal
  if (!takeStock(trial, order, input.now)) return 'sold_out'
  if (isNew) Object.assign(order, { hold: null, started: null })
  renewHold(trial, order, input.now)
  reprice(trial, isNew ? order : changed(trial, order), code === undefined ? {} : { entered: code })
  return null
}

function refusalOf(booking: Booking, decided: Decided[], input: FamilyBooking): string | null {
  const held = releasedPlaces(booking, input).map(({ id }) => id)
  const refused = decided.find(({ refusal }) => refusal !== null)?.refusal ?? null
  const first = input.release?.every((id) => held.includes(id)) === false ? 'not_found' : refused
  return first && !(input.mayHoldSome && decided.some(({ refusal }) => refusal === null)) ? first : null
}

/** A refused person keeps the places that the booking would replace, so the others are decided without these. */
function decide(booking: Booking, input: FamilyBooking): Decided[] {
  const staying = new Map<FamilyPerson, string>()
  for (;;) {
    const decided = decideOnce(booking, input, staying)
    const leaving = decided.filter(
      ({ person, freed, refusal }) => refusal !== null && freed.length > 0 && !staying.has(person),
    )
    if (leaving.length === 0 || !input.mayHoldSome) return decided
    for (const { person, refusal } of leaving) staying.set(person, refusal ?? '')
  }
}

function decideOnce(booking: Booking, input: FamilyBooking, staying: ReadonlyMap<FamilyPerson, string>): Decided[] {
  const trial = structuredClone(booking)
  const compared = input.people.map((person) => ({ person, ...heldOf(booking, person, input) }))
  const moving = compared.filter(({ person }) => !staying.has(person))
  for (const place of [...releasedPlaces(booking, input), ...moving.flatMap(({ freed }) => freed)])
    releaseOf(trial, place)
  const used = new Map<string, number>()
  const decided = compared.map((each): Decided => {
    const { person } = each
    const refusal = staying.get(person) ?? (each.kept ? null : ofPerson(trial, person, { ...input, used }))
    if (refusal === null && !each.kept && person.credit !== null)
      used.set(person.credit, (used.get(person.credit) ?? 0) + 1)
    return { ...each, refusal, credit: person.credit }
  })
  const possible = decided.filter(({ kept, refusal }) => kept === null && refusal === null)
  releaseLapsed(trial, optionsOf(possible), input.now)
  for (const each of possible) {
    if (isFull(trial, each.person.option) && !input.mayBeExtra) each.refusal = 'sold_out'
    else {
      if (each.person.buysPackage) each.credit = visitInCart(trial, input.joins) ?? newPackage
      trial.places.push({ ...newPlace(each.person, input), credit: each.credit, status: 'pending' })
    }
  }
  return decided
}

const packagesOf = (order: ModelOrder | undefined): string[] =>
  (order?.lines ?? []).flatMap(({ id, isPackage, plan }) => (isPackage && plan === undefined ? [id] : []))

/** A package in the cart that has a visit left. */
function visitInCart(trial: Booking, joins: string | undefined): string | null {
  const isLeft = (item: string) => {
    const used = trial.places.filter(({ credit, status }) => credit === item && status === 'pending').length
    return trial.credits.some(({ id }) => id === item) ? visitsLeft(trial, item) > 0 : used < trial.package.visits
  }
  return packagesOf(orderOf(trial, joins ?? null)).find(isLeft) ?? null
}

const isLoose = ({ order, status, end }: ModelPlace, now: number): boolean =>
  order === null && status === 'pending' && isAlive(end, now)

/** The places of a customer that a booking may keep or release: those in its cart, and held ones in no order. */
export function heldBefore(booking: Booking, { customer, joins, now }: FamilyBooking): ModelPlace[] {
  const joined = orderOf(booking, joins ?? null)
  const loose = booking.places.filter((place) => place.customer === customer && isLoose(place, now))
  return [...(joined ? placesOf(booking, joined) : []), ...loose]
}
const releasedPlaces = (booking: Booking, input: FamilyBooking): ModelPlace[] =>
  input.release ? heldBefore(booking, input).filter(({ id }) => input.release?.includes(id)) : []

/** The place of the event that a person holds and keeps, and those that the booking replaces. */
function heldOf(booking: Booking, person: FamilyPerson, input: FamilyBooking) {
  const { child, isOwn, option, credit, buysPackage } = person
  const event = booking.options[option]?.event
  const held = heldBefore(booking, input).filter(
    (place) =>
      isOwn && place.child === child && eventOf(booking, place) === event && !input.release?.includes(place.id),
  )
  const cart = orderOf(booking, input.joins ?? null)
  const inCart = packagesOf(cart)
  const joined = cart?.lines.find(({ plan }) => plan === joinedPlan)?.id
  const isPaidSo = (place: ModelPlace) =>
    person.joins
      ? joined !== undefined && (place.membership ?? joined) === joined && place.credit === null
      : buysPackage
        ? place.credit !== null && inCart.includes(place.credit)
        : place.credit === credit && (credit !== null || place.membership === undefined)
  const kept = held.find((place) => place.option === option && isPaidSo(place)) ?? null
  return { kept, freed: held.filter((place) => place !== kept) }
}

function ofPerson(
  booking: Booking,
  { child, isOwn, option, credit, buysPackage, joins }: FamilyPerson,
  { customer, now, used }: FamilyBooking & { used: ReadonlyMap<string, number> },
): string | null {
  if (!isOwn) return 'not_found'
  const booked = { customer, option, now }
  if (credit === null && !buysPackage && !joins && !mayPayPrice(booking, booked)) return 'membership_required'
  const others = othersOf(booking, child, now)
  if (others.some((place) => place.option === option)) return 'already_registered'
  if (others.some((place) => eventOf(booking, place) === booking.options[option]?.event)) return 'attendee_conflict'
  if (booking.places.some((place) => place.child === child && place.option === option && isListed(place)))
    return 'already_registered'
  const isShort =
    credit !== null && (!paysFor(booking, credit, booked) || visitsLeft(booking, credit) <= (used.get(credit) ?? 0))
  return isShort ? 'credit_not_available' : null
}
const isListed = ({ status }: ModelPlace): boolean => status === 'waitlisted' || status === 'offered'

function isFull(booking: Booking, index: number): boolean {
  const { spots, pool } = booking.options[index] as Booking['options'][number]
  return (
    takenOf(booking, index) >= spots ||
    (pool !== null && takenOfPool(booking, pool) >= (booking.pools[pool]?.spots ?? 0))
  )
}

/** The id of a new place; in a forecast it is only its own. */
const idOf = ({ id, child }: FamilyPerson): string => id ?? `of child ${child}`
const optionsOf = (decided: Decided[]) => decided.map(({ person }) => person.option)
const releaseOf = (booking: Booking, { id }: ModelPlace) => releasePlace(placeOf(booking, id))
const newPlace = (person: FamilyPerson, { customer, now }: FamilyBooking): ModelPlace => ({
  id: idOf(person),
  customer,
  child: person.child,
  option: person.option,
  status: 'expired',
  end: now + holdMs,
  order: null,
  since: now,
  entry: null,
  credit: person.credit,
})
