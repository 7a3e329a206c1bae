import { ApiError } from '../../contract/api-error.ts'
import type { BookedPerson, BookFamilyRequest, PersonRefusal } from '../../contract/money/family-booking.ts'
import { formWithFiles } from '../../booking/registrations/form-response.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { changeHeldPlace } from '../../booking/registrations/take-place.ts'
import type { Bookable } from '../../booking/session-credits/credit-rules.ts'
import { payingCredits } from '../../booking/session-credits/spend-credit.ts'
import { fullHoldMinutes, startHold } from '../../booking/spots/hold-clock.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { OrderedPlace } from '../orders/take-places.ts'
import type { DesiredPlace, PersonsPlace, Registering } from './booking-target.ts'
import { type BoughtPackage, decidePayment, type Payment, UsedVisits } from './decide-payment.ts'
import { decidePerson } from './decide-person.ts'
import { comparePlaces, type PersonsPlaces, releasedPlaces, withFreedVisits } from './held-places.ts'
import type { LoadedBooking } from './load-booking.ts'
import { checkStoreItem } from './store-items.ts'
import { collect, fieldOfPerson } from './person-refusals.ts'

/** A place that a person can have, and the statements that hold it. */
export type DecidedPlace = {
  person: number
  place: OrderedPlace
  /** The package that is bought with the place. */
  bought: BoughtPackage | null
  session_credit_id: string | null
  writes: Statement[]
}
/** A person who can have places, and the statements that add them to the program and change the places they keep. */
export type BookingPerson = Pick<PersonsPlaces, 'freed'> & {
  person: number
  /** The store products that go with the places. Undefined leaves those in the cart as they are. */
  items: BookedPerson['items']
  kept: LoadedRegistration[]
  writes: Statement[]
}
export type DecidedBooking = {
  people: BookingPerson[]
  places: DecidedPlace[]
  /** The held places that the booking releases: those that `release` names, and replaced ones of people. */
  freed: LoadedRegistration[]
  refusals: PersonRefusal[]
}
type Possible = { decided: DecidedPlace; desired: PersonsPlace }
type Input = Pick<BookFamilyRequest, 'people' | 'release' | 'on_refusal'>

/**
 * Who of a booking can have their places, and why the others cannot. Only the write decides whether one is left. With
 * `hold`, a refused person whose places would be replaced keeps these instead, so the others are decided again without
 * what they would have freed.
 */
export async function decideBooking(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  input: Input,
): Promise<DecidedBooking> {
  const staying = new Map<number, PersonRefusal[]>()
  for (;;) {
    const { leaving, ...decided } = await decideOnce(ctx, loaded, { ...input, staying })
    const before = staying.size
    for (const person of leaving) {
      const refusals = decided.refusals.filter((refusal) => refusal.person === person)
      if (refusals.length > 0) staying.set(person, refusals)
    }
    if (staying.size === before || input.on_refusal === 'none') return decided
  }
}

/** `staying` has the people who keep what they hold, with their refusals; `leaving` those who would free a place. */
async function decideOnce(
  ctx: CustomerContext,
  before: LoadedBooking,
  input: Input & { staying: ReadonlyMap<number, PersonRefusal[]> },
): Promise<DecidedBooking & { leaving: number[] }> {
  const release = releasedPlaces(ctx, before, input.release ?? [])
  const compared = input.people.map((each, person) =>
    input.staying.has(person)
      ? null
      : comparePlaces(before, { input: each, attendeeId: attendeeOf(before, each), released: release.places }),
  )
  const replaced = compared.flatMap((places) => places?.freed ?? [])
  const loaded = withFreedVisits(before, [...release.places, ...replaced])
  const refusals: PersonRefusal[] = [...release.refusals, ...[...input.staying.values()].flat()]
  const people: BookingPerson[] = []
  const possible: Possible[] = []
  let used = new UsedVisits()
  for (const [person, each] of input.people.entries()) {
    const collecting = { person, language: ctx.language, refusals }
    const attendeeId = attendeeOf(loaded, each)
    const isRepeated =
      attendeeId !== null && input.people.slice(0, person).some((earlier) => attendeeOf(loaded, earlier) === attendeeId)
    const places = compared[person]
    if (!places) continue
    const decided = await collect(() => {
      if (isRepeated) throw new ApiError('already_registered', { param: 'attendee_id' })
      const freed = [...release.places, ...places.freed]
      return decidePlaces(ctx, loaded, { input: each, places, freed, used: used.copy(), collecting })
    }, collecting)
    if (!decided) continue
    used = decided.used
    const kept = places.kept.map(({ held }) => held)
    people.push({ person, items: each.items, kept, freed: places.freed, writes: decided.writes })
    possible.push(...decided.places)
  }
  const freed = [...release.places, ...people.flatMap((each) => each.freed)]
  const refused = loaded.target.refusals(
    possible.map(({ desired }) => desired),
    freed,
  )
  for (const [at, { desired }] of possible.entries()) {
    const refusal = refused[at]
    const { person, place } = desired
    if (refusal) refusals.push({ person, ...refusal, param: fieldOfPerson(person, place.param) })
  }
  const places = possible.flatMap(({ decided }, at) => (refused[at] ? [] : [decided]))
  const booked = people.filter(({ person, kept }) => kept.length > 0 || places.some((each) => each.person === person))
  return {
    people: booked,
    places,
    freed: [...release.places, ...booked.flatMap((each) => each.freed)],
    refusals: refusals.toSorted((a, b) => (a.person ?? 0) - (b.person ?? 0)),
    leaving: compared.flatMap((each, person) => (each && each.freed.length > 0 ? [person] : [])),
  }
}

/** The attendee that a part of a request is about; null for a new one. Only the caller can also be described. */
const attendeeOf = ({ self }: LoadedBooking, { attendee_id, attendee }: BookedPerson): string | null =>
  attendee_id ?? (attendee?.relation === 'self' ? (self[0]?.attendee_id ?? 'self') : null)

type Collecting = Parameters<typeof collect>[1]
type Deciding = {
  input: BookedPerson
  places: PersonsPlaces
  /** Places that the booking releases, which the person no longer holds then. */
  freed: readonly LoadedRegistration[]
  used: UsedVisits
  collecting: Collecting
}

/** The places of one person, and the visits used after them; null when something about the person is refused. */
async function decidePlaces(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { input, places: { kept, added }, freed, used, collecting }: Deciding,
): Promise<{ places: Possible[]; used: UsedVisits; writes: Statement[] } | null> {
  const { family, target, contact } = loaded
  const before = collecting.refusals.length
  const decided = await collect(() => decidePerson(ctx, loaded, input), collecting)
  if (!decided) {
    await collect(() => formOf(ctx, loaded, input), collecting)
    return null
  }
  const { option_id, waiver } = input
  if (kept.length === 0) target.placesOf(option_id)
  const { customer_id, program } = family
  const { person } = decided
  const others = decided.others.filter(({ id }) => !freed.some(({ registration }) => registration.id === id))
  const registering: Registering = { customer_id, program, contact, person, others }
  target.checkMayBook(registering)

  const bookable: Bookable = {
    program_id: program.id,
    attendee_profile_id: person.profile.id,
    package_ids: target.packageIds,
    starts: added.map(({ starts_at }) => starts_at),
  }
  const payments = await collect(
    () => added.map(() => used.add(decidePayment(ctx, loaded, { registering, bookable, input, used }))),
    collecting,
  )
  if (added.length > 0) {
    const mayPayPrice = target.mayPayPrice(option_id) && payingCredits(ctx, family.credits, bookable).length > 0
    const isHolder =
      payments === null || payments.every(({ session_credit_id }) => session_credit_id !== null) || mayPayPrice
    await collect(() => target.checkOpen(registering, { option_id, isHolder }), collecting)
  }
  for (const [at, item] of (input.items ?? []).entries())
    await collect(() => checkStoreItem(ctx, loaded, { item, at }), collecting)
  const form_response = await collect(() => formOf(ctx, loaded, input), collecting)
  const form = form_response ?? { landed_at: null, submitted_at: null, answers: [] }
  const held = await collect(
    () => ({
      places: added.map((place, at): Possible => {
        const payment = payments?.[at] ?? null
        const own = holdPlace(ctx, loaded, { registering, place, payment, form_response: form, waiver })
        return {
          desired: { person: collecting.person, registering, place },
          decided: { person: collecting.person, ...own },
        }
      }),
      changes: kept.flatMap(({ held: { registration } }) =>
        changeHeldPlace(ctx, { ...registering, form: target.form }, { registration, form_response: form, waiver }),
      ),
    }),
    collecting,
  )
  if (collecting.refusals.length > before || !held) return null
  return { places: held.places, used, writes: [...decided.writes, ...held.changes] }
}

type Held = {
  registering: Registering
  place: DesiredPlace
  payment: Payment | null
  form_response: Parameters<DesiredPlace['take']>[1]['form_response']
  waiver: BookedPerson['waiver']
}

/** A place that is held for a person in the cart, paid with the price or a visit. */
function holdPlace(
  ctx: CustomerContext,
  { cart, family }: LoadedBooking,
  { registering, place, payment, form_response, waiver }: Held,
): Omit<DecidedPlace, 'person'> {
  const id = ctx.newId('reg')
  const hold_expires_at = startHold(ctx.now, fullHoldMinutes(family.program.selling.hold_minutes))
  const session_credit_id = payment?.session_credit_id ?? null
  const writes = place.take(registering, {
    id,
    order: { id: cart.id, hold_expires_at },
    isUnpaidVisit: payment?.isUnpaid ?? false,
    form_response,
    session_credit_id,
    waiver,
  })
  return {
    place: {
      registration: { id, held_since: ctx.now, hold_expires_at },
      booking: { ...place.booking, cost: session_credit_id === null ? place.booking.cost : 0 },
      attendee: registering.person.attendee,
    },
    bought: payment?.bought ?? null,
    session_credit_id,
    writes: [...(payment?.writes ?? []), ...writes],
  }
}

const formOf = (ctx: CustomerContext, { family, target, files, contact }: LoadedBooking, input: BookedPerson) =>
  formWithFiles(ctx, input.form_response ?? undefined, {
    fields: target.form.fields,
    country: family.program.country,
    signer: contact,
    files: files.filter(({ purpose }) => purpose === 'attachment'),
  })
