import { ApiError } from '../../contract/api-error.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import type { BookedPerson, PersonRefusal } from '../../contract/money/family-booking.ts'
import { formWithFiles } from '../../booking/registrations/form-response.ts'
import type { RegistrationFacts } from '../../booking/registrations/load-registration-facts.ts'
import { bookableOf, checkEligible, checkInput } from '../../booking/registrations/register.ts'
import { takePlace } from '../../booking/registrations/take-place.ts'
import { payingCredits } from '../../booking/session-credits/spend-credit.ts'
import { fullHoldMinutes, startHold } from '../../booking/spots/hold-clock.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { eventBooking } from '../orders/event-place.ts'
import type { OrderedPlace } from '../orders/take-places.ts'
import { type BoughtPackage, decidePayment, UsedVisits } from './decide-payment.ts'
import { decidePerson } from './decide-person.ts'
import { placesFor } from './free-places.ts'
import type { LoadedBooking } from './load-booking.ts'
import { checkStoreItem } from './store-items.ts'
import { collect } from './person-refusals.ts'

/** A place that a person can have, and the statements that add the person to the program and hold it. */
export type DecidedPlace = {
  person: number
  place: OrderedPlace
  /** The package that is bought with the place. */
  bought: BoughtPackage | null
  items: NonNullable<BookedPerson['items']>
  writes: Statement[]
}
export type DecidedBooking = { places: DecidedPlace[]; refusals: PersonRefusal[] }

/** Who of a booking can have their place, and why the others cannot. Only the write decides whether one is left. */
export async function decideBooking(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  people: readonly BookedPerson[],
): Promise<DecidedBooking> {
  const refusals: PersonRefusal[] = []
  const possible: DecidedPlace[] = []
  const used = new UsedVisits()
  for (const [person, input] of people.entries()) {
    const collecting = { person, language: ctx.language, refusals }
    const attendeeId = attendeeOf(loaded, input)
    const isRepeated =
      attendeeId !== null && people.slice(0, person).some((earlier) => attendeeOf(loaded, earlier) === attendeeId)
    const place = await collect(() => {
      if (isRepeated) throw new ApiError('already_registered', { param: 'attendee_id' })
      return decidePlace(ctx, loaded, { input, used, collecting })
    }, collecting)
    if (place) possible.push(place)
  }
  const hasPlace = placesFor(
    loaded.family.record.options,
    loaded.family.lapsed,
    possible.map(({ place }) => place.booking.option_id),
  )
  const message = errorSentence('sold_out', ctx.language)
  for (const [at, { person }] of possible.entries())
    if (!hasPlace[at]) refusals.push({ person, type: 'sold_out', param: `people[${person}].option_id`, message })
  return {
    places: possible.filter((_, at) => hasPlace[at]),
    refusals: refusals.toSorted((a, b) => (a.person ?? 0) - (b.person ?? 0)),
  }
}

/** The attendee that a part of a request is about; null for a new one. Only the caller can also be described. */
const attendeeOf = ({ self }: LoadedBooking, { attendee_id, attendee }: BookedPerson): string | null =>
  attendee_id ?? (attendee?.relation === 'self' ? (self[0]?.attendee_id ?? 'self') : null)

async function decidePlace(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { input, used, collecting }: { input: BookedPerson; used: UsedVisits; collecting: Parameters<typeof collect>[1] },
): Promise<DecidedPlace | null> {
  const { family, cart, contact } = loaded
  const before = collecting.refusals.length
  const decided = await collect(() => decidePerson(ctx, loaded, input), collecting)
  if (!decided) {
    await collect(() => formOf(ctx, loaded, input), collecting)
    return null
  }
  const option = family.options.get(input.option_id)
  const record = family.record.options.find(({ id }) => id === input.option_id)
  if (!option || !record) throw new ApiError('not_found', { param: 'option_id' })
  const registering: RegistrationFacts = {
    customer_id: family.customer_id,
    event: family.event,
    option,
    person: decided.person,
    contact,
    program: family.program,
    others: decided.others,
    hasWaitlist: family.hasWaitlist,
  }
  checkInput(registering)
  const payment = await collect(() => decidePayment(ctx, loaded, { registering, input, used }), collecting)
  const mayPayPrice =
    option.sale_status === 'restricted' &&
    record.cost > 0 &&
    payingCredits(ctx, family.credits, bookableOf(registering)).length > 0
  const isHolder = payment === null || payment.session_credit_id !== null || mayPayPrice
  await collect(() => checkEligible(ctx, registering, isHolder), collecting)
  for (const [at, item] of (input.items ?? []).entries())
    await collect(() => checkStoreItem(ctx, loaded, { item, at }), collecting)
  const id = ctx.newId('reg')
  const hold_expires_at = startHold(ctx.now, fullHoldMinutes(family.program.selling.hold_minutes))
  const form_response = await collect(() => formOf(ctx, loaded, input), collecting)
  const held = await collect(
    () =>
      takePlace(ctx, registering, {
        id,
        order: { id: cart.id, hold_expires_at },
        isUnpaidVisit: payment?.isUnpaid ?? false,
        form_response: form_response ?? { landed_at: null, submitted_at: null, answers: [] },
        session_credit_id: payment?.session_credit_id ?? null,
        waiver: input.waiver,
      }),
    collecting,
  )
  if (collecting.refusals.length > before || !held || !payment) return null
  used.add(payment, payment.key)
  return {
    person: collecting.person,
    place: {
      registration: { id, held_since: ctx.now, hold_expires_at },
      booking: eventBooking(family.record, { ...record, cost: payment.session_credit_id === null ? record.cost : 0 }),
      attendee: decided.person.attendee,
    },
    bought: payment.bought,
    items: input.items ?? [],
    writes: [...decided.writes, ...payment.writes, ...held],
  }
}

const formOf = (ctx: CustomerContext, { family, files, contact }: LoadedBooking, input: BookedPerson) =>
  formWithFiles(ctx, input.form_response ?? undefined, {
    fields: family.event.fields,
    country: family.program.country,
    signer: contact,
    files: files.filter(({ purpose }) => purpose === 'attachment'),
  })
