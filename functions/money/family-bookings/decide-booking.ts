import { ApiError } from '../../contract/api-error.ts'
import type { BookedPerson, PersonRefusal } from '../../contract/money/family-booking.ts'
import { formWithFiles } from '../../booking/registrations/form-response.ts'
import type { Bookable } from '../../booking/session-credits/credit-rules.ts'
import { payingCredits } from '../../booking/session-credits/spend-credit.ts'
import { fullHoldMinutes, startHold } from '../../booking/spots/hold-clock.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { OrderedPlace } from '../orders/take-places.ts'
import type { DesiredPlace, PersonsPlace, Registering } from './booking-target.ts'
import { type BoughtPackage, decidePayment, type Payment, UsedVisits } from './decide-payment.ts'
import { decidePerson } from './decide-person.ts'
import type { LoadedBooking } from './load-booking.ts'
import { checkStoreItem } from './store-items.ts'
import { collect, fieldOfPerson } from './person-refusals.ts'

/** A place that a person can have, and the statements that hold it. */
export type DecidedPlace = {
  person: number
  place: OrderedPlace
  /** The package that is bought with the place. */
  bought: BoughtPackage | null
  writes: Statement[]
}
/** A person who can have places, and the statements that add them to the program. */
export type BookingPerson = { person: number; items: NonNullable<BookedPerson['items']>; writes: Statement[] }
export type DecidedBooking = { people: BookingPerson[]; places: DecidedPlace[]; refusals: PersonRefusal[] }
type Possible = { decided: DecidedPlace; desired: PersonsPlace }

/** Who of a booking can have their places, and why the others cannot. Only the write decides whether one is left. */
export async function decideBooking(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  input: readonly BookedPerson[],
): Promise<DecidedBooking> {
  const refusals: PersonRefusal[] = []
  const people: BookingPerson[] = []
  const possible: Possible[] = []
  let used = new UsedVisits()
  for (const [person, each] of input.entries()) {
    const collecting = { person, language: ctx.language, refusals }
    const attendeeId = attendeeOf(loaded, each)
    const isRepeated =
      attendeeId !== null && input.slice(0, person).some((earlier) => attendeeOf(loaded, earlier) === attendeeId)
    const decided = await collect(() => {
      if (isRepeated) throw new ApiError('already_registered', { param: 'attendee_id' })
      return decidePlaces(ctx, loaded, { input: each, used: used.copy(), collecting })
    }, collecting)
    if (!decided) continue
    used = decided.used
    people.push({ person, items: each.items ?? [], writes: decided.writes })
    possible.push(...decided.places)
  }
  const refused = loaded.target.refusals(
    ctx,
    possible.map(({ desired }) => desired),
  )
  for (const [at, { desired }] of possible.entries()) {
    const refusal = refused[at]
    const { person, place } = desired
    if (refusal) refusals.push({ person, ...refusal, param: fieldOfPerson(person, place.param) })
  }
  const places = possible.flatMap(({ decided }, at) => (refused[at] ? [] : [decided]))
  return {
    people: people.filter(({ person }) => places.some((each) => each.person === person)),
    places,
    refusals: refusals.toSorted((a, b) => (a.person ?? 0) - (b.person ?? 0)),
  }
}

/** The attendee that a part of a request is about; null for a new one. Only the caller can also be described. */
const attendeeOf = ({ self }: LoadedBooking, { attendee_id, attendee }: BookedPerson): string | null =>
  attendee_id ?? (attendee?.relation === 'self' ? (self[0]?.attendee_id ?? 'self') : null)

type Collecting = Parameters<typeof collect>[1]
type Deciding = { input: BookedPerson; used: UsedVisits; collecting: Collecting }

/** The places of one person, and the visits used after them; null when something about the person is refused. */
async function decidePlaces(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { input, used, collecting }: Deciding,
): Promise<{ places: Possible[]; used: UsedVisits; writes: Statement[] } | null> {
  const { family, target, contact } = loaded
  const before = collecting.refusals.length
  const decided = await collect(() => decidePerson(ctx, loaded, input), collecting)
  if (!decided) {
    await collect(() => formOf(ctx, loaded, input), collecting)
    return null
  }
  const desired = target.placesOf(input.option_id)
  const { customer_id, program } = family
  const { person, others } = decided
  const registering: Registering = { customer_id, program, contact, person, others }
  target.checkMayBook(registering)

  const bookable: Bookable = {
    program_id: program.id,
    attendee_profile_id: person.profile.id,
    package_ids: target.packageIds,
    starts: desired.map(({ starts_at }) => starts_at),
  }
  const payments = await collect(
    () => desired.map(() => used.add(decidePayment(ctx, loaded, { registering, bookable, input, used }))),
    collecting,
  )
  const mayPayPrice = target.mayPayPrice(input.option_id) && payingCredits(ctx, family.credits, bookable).length > 0
  const isHolder =
    payments === null || payments.every(({ session_credit_id }) => session_credit_id !== null) || mayPayPrice
  await collect(() => target.checkOpen(ctx, registering, { option_id: input.option_id, isHolder }), collecting)
  for (const [at, item] of (input.items ?? []).entries())
    await collect(() => checkStoreItem(ctx, loaded, { item, at }), collecting)
  const form_response = await collect(() => formOf(ctx, loaded, input), collecting)
  const form = form_response ?? { landed_at: null, submitted_at: null, answers: [] }
  const places = await collect(
    () =>
      desired.map((place, at): Possible => {
        const payment = payments?.[at] ?? null
        const held = holdPlace(ctx, loaded, { registering, place, payment, form_response: form, waiver: input.waiver })
        return {
          desired: { person: collecting.person, registering, place },
          decided: { person: collecting.person, ...held },
        }
      }),
    collecting,
  )
  if (collecting.refusals.length > before || !places) return null
  return { places, used, writes: decided.writes }
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
