import { type AnswerIds, type Expected, no, ok } from './expected-answers.ts'
import { mayPayPrice, openOrder, othersOf, paysFor, refusalOfCode, renewHold } from './booking-rules.ts'
import { reprice } from './booking-prices.ts'
import {
  type Booking,
  isAlive,
  minute,
  type ModelOrder,
  type ModelPlace,
  placeOf,
  releaseLapsed,
  takenOf,
  takenOfPool,
  takePlace,
  takeStock,
  visitsLeft,
} from './booking-state.ts'
import { eventOf, offerPlaces } from './waitlist-line.ts'

const holdMs = 15 * minute
/** A person of a booking, with the id of a new place; no id in a forecast or when none was held. */
export type FamilyPerson = { child: number; isOwn: boolean; option: number; credit: string | null; id: string | null }
/** What goes into the cart with the places: products of the store, and a code, null for one that does not exist. */
export type CartExtras = { wares: { ware: number; quantity: number }[]; code?: string | null }
export type FamilyBooking = {
  customer: number
  people: FamilyPerson[]
  mayHoldSome: boolean
  extras?: CartExtras
  now: number
}
type Decided = { person: FamilyPerson; kept: ModelPlace | null; freed: ModelPlace[]; refusal: string | null }

/** Books places of one event for a family: all of them or none, or with `mayHoldSome` those that are left. */
export function bookFamily(booking: Booking, input: FamilyBooking, answerIds: AnswerIds): Expected {
  const event = booking.options[input.people[0]?.option ?? 0]?.event ?? 0
  const first = refusalOf(decide(booking, input), input)
  if (first) return no(first)
  const forecast = write(structuredClone(booking), decide(booking, input), { input, answerIds: { id: '' } })
  if (forecast.refusal?.startsWith('coupon_')) return no(forecast.refusal)
  // Waitlist entries take precedence.
  offerPlaces(booking, event, input.now)
  const decided = decide(booking, input)
  const refusal = refusalOf(decided, input)
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
  for (const place of booked.flatMap(({ freed }) => freed)) release(trial, place)
  const added = booked.filter(({ kept }) => kept === null)
  releaseLapsed(trial, optionsOf(added), input.now)
  for (const { person } of added) {
    const place = newPlace(person, input)
    const conflict = takePlace(trial, place)
    if (conflict) return { trial, refusal: conflict }
    trial.places.push({ ...place, status: 'pending' })
  }
  const places = booked.map(({ person, kept }) => kept?.id ?? person.id ?? '')
  const items = answerIds.items?.filter(({ source }) => source !== null && places.includes(source))
  openOrder(
    trial,
    { customer: input.customer, places, packages: 0, now: input.now },
    { ...answerIds, ...(items ? { items } : {}) },
  )
  return { trial, refusal: input.extras ? addExtras(trial, input.extras, { input, answerIds }) : null }
}

function addExtras(trial: Booking, { wares, code }: CartExtras, { input, answerIds }: Writing): string | null {
  const order = trial.orders.at(-1) as ModelOrder
  for (const { ware, quantity } of wares) {
    const { id: source, cost } = trial.wares[ware] as Booking['wares'][number]
    const id = answerIds.items?.find((item) => item.source === source)?.id ?? ''
    const line = { id, place: '', isPackage: false, ware, quantity, taken: 0 }
    order.lines.push({ ...line, price: cost * quantity, isCancelled: false, back: 0 })
  }
  const refusal = code === undefined ? null : refusalOfCode(trial, order, code)
  if (refusal) return refusal
  if (!takeStock(trial, order, input.now)) return 'sold_out'
  Object.assign(order, { hold: null, started: null })
  renewHold(trial, order, input.now)
  reprice(trial, order, code === undefined ? {} : { entered: code })
  return null
}

function refusalOf(decided: Decided[], { mayHoldSome }: FamilyBooking): string | null {
  const refused = decided.find(({ refusal }) => refusal !== null)
  return refused && !(mayHoldSome && decided.some(({ refusal }) => refusal === null)) ? refused.refusal : null
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
  const compared = input.people.map((person) => ({ person, ...heldOf(booking, person, input.now) }))
  const moving = compared.filter(({ person }) => !staying.has(person))
  for (const place of moving.flatMap(({ freed }) => freed)) release(trial, place)
  const used = new Map<string, number>()
  const decided = compared.map((each): Decided => {
    const { person } = each
    const refusal = staying.get(person) ?? (each.kept ? null : ofPerson(trial, person, { ...input, used }))
    if (refusal === null && !each.kept && person.credit !== null)
      used.set(person.credit, (used.get(person.credit) ?? 0) + 1)
    return { ...each, refusal }
  })
  const possible = decided.filter(({ kept, refusal }) => kept === null && refusal === null)
  releaseLapsed(trial, optionsOf(possible), input.now)
  for (const each of possible) {
    if (isFull(trial, each.person.option)) each.refusal = 'sold_out'
    else trial.places.push({ ...newPlace(each.person, input), status: 'pending' })
  }
  return decided
}

/** The place of the event that a person holds in no order and keeps, and those that the booking replaces. */
function heldOf(booking: Booking, { child, isOwn, option, credit }: FamilyPerson, now: number) {
  const event = booking.options[option]?.event
  const held = booking.places.filter(
    (place) =>
      isOwn &&
      place.child === child &&
      place.order === null &&
      place.status === 'pending' &&
      isAlive(place.end, now) &&
      eventOf(booking, place) === event,
  )
  const kept = held.find((place) => place.option === option && place.credit === credit) ?? null
  return { kept, freed: held.filter((place) => place !== kept) }
}

function ofPerson(
  booking: Booking,
  { child, isOwn, option, credit }: FamilyPerson,
  { customer, now, used }: FamilyBooking & { used: ReadonlyMap<string, number> },
): string | null {
  if (!isOwn) return 'not_found'
  const booked = { customer, option, now }
  if (credit !== null && (!paysFor(booking, credit, booked) || visitsLeft(booking, credit) <= (used.get(credit) ?? 0)))
    return 'credit_not_available'
  if (credit === null && !mayPayPrice(booking, booked)) return 'membership_required'
  const others = othersOf(booking, child, now)
  if (others.some((place) => place.option === option)) return 'already_registered'
  if (others.some((place) => eventOf(booking, place) === booking.options[option]?.event)) return 'attendee_conflict'
  return booking.places.some((place) => place.child === child && place.option === option && isListed(place))
    ? 'already_registered'
    : null
}
const isListed = ({ status }: ModelPlace): boolean => status === 'waitlisted' || status === 'offered'

function isFull(booking: Booking, index: number): boolean {
  const { spots, pool } = booking.options[index] as Booking['options'][number]
  return (
    takenOf(booking, index) >= spots ||
    (pool !== null && takenOfPool(booking, pool) >= (booking.pools[pool]?.spots ?? 0))
  )
}

const optionsOf = (decided: Decided[]) => decided.map(({ person }) => person.option)
const release = (booking: Booking, { id }: ModelPlace) =>
  Object.assign(placeOf(booking, id), { status: 'expired', end: null })
const newPlace = (person: FamilyPerson, { customer, now }: FamilyBooking): ModelPlace => ({
  id: person.id ?? '',
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
