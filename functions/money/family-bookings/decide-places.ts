import type { BookedPerson } from '../../contract/money/family-booking.ts'
import { carryAcceptances } from '../../booking/registrations/accept-waiver.ts'
import type { Waived } from '../../booking/registrations/eligibility.ts'
import { formWithFiles } from '../../booking/registrations/form-response.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { attachToOrder } from '../../booking/registrations/registration-steps.ts'
import { changeHeldPlace } from '../../booking/registrations/take-place.ts'
import type { Bookable } from '../../booking/session-credits/credit-rules.ts'
import { payingCredits } from '../../booking/session-credits/spend-credit.ts'
import { fullHoldMinutes, startHold } from '../../booking/spots/hold-clock.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { OrderedPlace } from '../orders/take-places.ts'
import type { RequestedPlace, DesiredPlace, PersonsPlace, Registering } from './booking-target.ts'
import { type BoughtPackage, decidePayment, type Payment, UsedVisits } from './decide-payment.ts'
import { decidePerson } from './decide-person.ts'
import type { JoinedMembership } from './join-membership.ts'
import type { PersonsPlaces } from './held-places.ts'
import type { LoadedBooking } from './load-booking.ts'
import { collect } from './person-refusals.ts'
import { checkStoreItem } from './store-items.ts'

/** A place that a person can have, and the statements that hold it. */
export type DecidedPlace = {
  person: number
  place: OrderedPlace
  /** The package that is bought with the place. */
  bought: BoughtPackage | null
  session_credit_id: string | null
  /** The membership that is bought with the place, and its item if the place needs it. */
  membership: JoinedMembership | null
  membership_item_id: string | null
  writes: Statement[]
}
/** A place that a person can have if one is left and is paid. */
export type PossiblePlace = {
  desired: PersonsPlace
  /** How it is paid, besides the visits used already. Throws when the visit or the package cannot pay for it. */
  pay: (used: UsedVisits) => Payment & { key: string }
  hold: (payment: Payment) => DecidedPlace
}
type Deciding = {
  input: BookedPerson
  places: PersonsPlaces
  /** Places that the booking releases, which the person no longer holds then. */
  freed: readonly LoadedRegistration[]
  /** Gets the person, once the rules can read them. */
  requested: Map<number, RequestedPlace>
  collecting: Parameters<typeof collect>[1]
}

/**
 * The places of one person; null when something about the person is refused. `attached` has places that they hold
 * outside an order, which join the cart.
 */
export async function decidePlaces(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { input, places: { kept, added, freed: own }, freed, requested, collecting }: Deciding,
): Promise<{ places: PossiblePlace[]; attached: DecidedPlace[]; writes: Statement[] } | null> {
  const { family, target, contact, staff } = loaded
  const isToComplete = staff?.toComplete.has(collecting.person) ?? false
  const waived: Waived = new Set([
    ...(staff?.waived ?? []),
    ...(isToComplete ? (['attendee_fields_missing'] as const) : []),
  ])
  const before = collecting.refusals.length
  const decided = await collect(() => decidePerson(ctx, loaded, input), collecting)
  if (!decided) {
    await collect(() => formOf(ctx, loaded, { input, isToComplete }), collecting)
    return null
  }
  const { option_id, waiver } = input
  if (kept.length === 0) target.placesOf(option_id)
  const { customer_id, program } = family
  const { person } = decided
  const others = decided.others.filter(({ id }) => !freed.some(({ registration }) => registration.id === id))
  const registering: Registering = { customer_id, program, contact, person, others }
  target.checkMayBook(registering)
  requested.set(collecting.person, { registering, option_id, isHolder: false })

  const bookable: Bookable = {
    program_id: program.id,
    attendee_profile_id: person.profile.id,
    package_ids: target.packageIds,
    starts: added.map(({ starts_at }) => starts_at),
  }
  const payWith = (used: UsedVisits, { starts_at, booking }: DesiredPlace) => {
    const isFree = booking.cost === 0
    return decidePayment(ctx, loaded, {
      registering,
      bookable: { ...bookable, starts: [starts_at] },
      isFree,
      input,
      used,
    })
  }
  if (added.length > 0) {
    const mayPayPrice = target.mayPayPrice(option_id) && payingCredits(ctx, family.credits, bookable).length > 0
    const isHolder =
      Boolean(input.session_credit_id || input.session_package_id || input.membership_package_id) || mayPayPrice
    requested.set(collecting.person, { registering, option_id, isHolder })
    await collect(() => target.checkOpen(registering, { option_id, isHolder, waived }), collecting)
  }
  for (const [at, item] of (input.items ?? []).entries())
    await collect(() => checkStoreItem(ctx, loaded, { item, at }), collecting)
  const form_response = await collect(() => formOf(ctx, loaded, { input, isToComplete }), collecting)
  const form = form_response ?? { landed_at: null, submitted_at: null, answers: [] }
  const holdOf = (place: DesiredPlace, payment: Payment | null): DecidedPlace => ({
    person: collecting.person,
    ...holdPlace(ctx, loaded, { registering, place, payment, form_response: form, waiver, former: own[0] ?? null }),
  })
  const changes = await collect(() => {
    for (const place of added.slice(0, 1)) holdOf(place, null)
    return kept.flatMap(({ held: { registration } }) =>
      changeHeldPlace(ctx, { ...registering, form: target.form }, { registration, form_response: form, waiver }),
    )
  }, collecting)
  if (collecting.refusals.length > before || !changes) {
    const used = new UsedVisits()
    await collect(() => added.map((place) => used.add(payWith(used, place))), collecting)
    return null
  }
  const places = added.map(
    (place): PossiblePlace => ({
      desired: { person: collecting.person, registering, place },
      pay: (used) => payWith(used, place),
      hold: (payment) => holdOf(place, payment),
    }),
  )
  const attached = kept
    .filter((each) => each.held.registration.order_id === null)
    .map((each) => ({ person: collecting.person, ...attachPlace(ctx, loaded, each.held) }))
  return { places, attached, writes: [...decided.writes, ...changes] }
}

type Held = {
  registering: Registering
  place: DesiredPlace
  payment: Payment | null
  form_response: Parameters<DesiredPlace['take']>[1]['form_response']
  waiver: BookedPerson['waiver']
  /** The place that this one replaces, with the waiver that was accepted for it. */
  former: LoadedRegistration | null
}

/** A place that is held for a person in the cart, paid with the price or a visit. */
function holdPlace(
  ctx: CustomerContext,
  { cart, family, staff }: LoadedBooking,
  { registering, place, payment, form_response, waiver, former }: Held,
): Omit<DecidedPlace, 'person'> {
  const id = ctx.newId('reg')
  const hold_expires_at = startHold(ctx.now, fullHoldMinutes(family.program.selling.hold_minutes))
  const session_credit_id = payment?.session_credit_id ?? null
  const membership = payment?.membership ?? null
  const membership_item_id = membership?.isNeeded ? membership.item.id : null
  const writes = place.take(registering, {
    id,
    order: { id: cart.id, hold_expires_at },
    isUnpaidVisit: payment?.isUnpaid ?? false,
    form_response,
    session_credit_id,
    membership_item_id,
    waiver,
    staff,
  })
  const price = session_credit_id === null ? (staff?.price ?? null) : null
  const attendee_id = registering.person.attendee.id
  const carried = former
    ? carryAcceptances(ctx, { from: { id: former.registration.id, attendee_id }, to: { id, attendee_id } })
    : []
  return {
    place: {
      registration: { id, held_since: ctx.now, hold_expires_at },
      booking: { ...place.booking, cost: session_credit_id === null ? (price?.amount ?? place.booking.cost) : 0 },
      attendee: registering.person.attendee,
      price_reason: price?.reason ?? null,
    },
    bought: payment?.bought ?? null,
    session_credit_id,
    membership,
    membership_item_id,
    writes: [...(payment?.writes ?? []), ...writes, ...carried],
  }
}

/** A place that a person holds outside an order, which joins the cart at its current price. */
function attachPlace(
  ctx: CustomerContext,
  { cart }: LoadedBooking,
  held: LoadedRegistration,
): Omit<DecidedPlace, 'person'> {
  const { session_credit_id, membership_item_id, hold_expires_at } = held.registration
  return {
    place: held,
    bought: null,
    session_credit_id,
    membership: null,
    membership_item_id,
    writes: attachToOrder(ctx, held, { order_id: cart.id, hold_expires_at: hold_expires_at ?? ctx.now }),
  }
}

const formOf = (
  ctx: CustomerContext,
  { family, target, files, contact }: LoadedBooking,
  { input, isToComplete }: { input: BookedPerson; isToComplete: boolean },
) =>
  formWithFiles(ctx, input.form_response ?? undefined, {
    isToComplete,
    fields: target.form.fields,
    country: family.program.country,
    signer: contact,
    files: files.filter(({ purpose }) => purpose === 'attachment'),
  })
