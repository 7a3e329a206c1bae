// Over 250 lines: the form is sent step by step. A repeated call continues after the last finished step.
import { answerName, isComing, controlName, textOf, type Values, answersOf } from '#contract/booking/form-controls'
import { minuteMs } from '#contract/limits'
import type { AddAttendeeRequest, UpdateAttendeeRequest } from '#contract/people/attendee'
import { type Failure, toFailure } from '../../api/api-failure.ts'
import type { BookSeriesRequest } from '#contract/booking/appointment-registration'
import { cartToJoin } from '../../api/open-cart.ts'
import type { RegistrationCalls } from '../../api/registration-calls.ts'
import { missingFields } from './missing-fields.ts'
import { boughtPackages, type PersonWays } from './pay-ways.ts'
import { isHeld, placeFromRegistration } from './family-people.ts'
import { selectedOption } from './option-eligibility.ts'
import { heldOf, type RefusedWeek, type Week } from './weekly-dates.ts'
import { sendAddOns } from './registration-add-ons.ts'
import { hasPlace, type OwnPlace, type Person, type RegistrationSetup } from './registration-setup.ts'

/** A refusal for a person. `name` is the control of the refused field, or the person's row. */
export type Refusal = { name: string; message: string | null; failure: Failure }
type Sent =
  | {
      ok: true
      orderId: string /** True for a cart that existed before. Its checkout applies the code of a link if the cart has no code. */
      isJoined: boolean
    }
  | {
      ok: false
      refusals: Refusal[]
      failure: Failure | null /** Dates that the form showed and the server refused. */
      weeks?: RefusedWeek[]
    }
/** The cart with the bought packages, and the order item of each package. */
export type Bought = { orderId: string; lines: { packageId: string; itemId: string }[] }
type Submit = {
  /** The way to pay for each place, when packages open the event. */
  ways: Map<string, PersonWays>
  bought: Bought | null
  keepBought: (bought: Bought | null) => void
  calls: RegistrationCalls
  setup: RegistrationSetup
  values: Values
  people: Person[]
  /** The start of the appointment; null for an event. */
  time: string | null
  /** The possible dates of each person, by key. A single week is booked as one place. */
  dates: ReadonlyMap<string, readonly Week[]>
  weeks: readonly Week[]
  timezone: string
  landedAt: string
  /**
   * The time of sending stays the same when the same answers are sent again, so that a request without a response is
   * repeated but has its effect once.
   */
  submittedAt: string
  now: () => number
  /** Records a finished step, so that a repeated call continues after it. */
  change: (key: string, part: Partial<Person>) => Person
}
class SubmitStopped extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.type)
    this.failure = failure
  }
}

/** Sends the people, their places and one order. A held place is reused, and one refusal does not stop the others. */
export async function sendRegistration(submit: Submit): Promise<Sent> {
  const { calls, setup, values } = submit
  const refusals: Refusal[] = []
  try {
    const profile = unwrap(await calls.joinProgram(setup.program.id))
    const formerOrder = await findCart(submit)
    for (const person of submit.people.filter((each) => !isComing(each, values) && isHeld(each.place, submit.now())))
      await releaseHeld(submit, person, () => false)

    const bought = await buyPackages(submit, { profileId: profile.id, formerOrder })
    const held: Person[] = []
    const missed: RefusedWeek[] = []
    for (const person of submit.people.filter((each) => isComing(each, values) && !hasPlace(each))) {
      const result = await holdPlace({ ...submit, bought, missed }, person, profile.id)
      if (Array.isArray(result)) refusals.push(...result)
      else held.push(result)
    }
    if (refusals.length > 0) return { ok: false, refusals, failure: null }
    if (missed.length > 0) return { ok: false, refusals: [], failure: null, weeks: missed }
    const orderId = await addToOrder(submit, held, {
      profileId: profile.id,
      formerOrder: bought?.orderId ?? formerOrder,
    })
    for (const { name, failure } of await sendAddOns(submit, held, orderId)) {
      if (stopsAll(failure)) throw new SubmitStopped(failure)
      refusals.push({ name, message: failure.message, failure })
    }
    if (refusals.length > 0) return { ok: false, refusals, failure: null }
    return { ok: true, orderId, isJoined: orderId === formerOrder }
  } catch (thrown) {
    if (thrown instanceof SubmitStopped) return { ok: false, refusals, failure: thrown.failure }
    throw thrown
  }
}

/** The cart with these places, or the open cart of the program. Null means a new cart. */
async function findCart(submit: Submit): Promise<string | null> {
  const { calls, setup, people, now } = submit
  const own = people.find(({ place }) => place?.status === 'pending' && place.order_id !== null)?.place?.order_id
  if (own) return own
  // An offered place is held longer than a cart, so adding it to the cart would shorten its hold. A free place is
  // confirmed at once.
  const isOffered = people.some(
    ({ place }) => isHeld(place, now()) && !isHeld(place, now(), (setup.holdMinutes + 1) * minuteMs),
  )
  if (isOffered || isFree(submit)) return null
  const carts = await calls.findCarts(setup.program.id)
  return (carts.ok && cartToJoin(carts.data.data, now())?.id) || null
}

function isFree({ setup, people, values, ways }: Submit): boolean {
  const attending = people.filter((each) => isComing(each, values) && !hasPlace(each))
  return attending.every((each) => {
    const way = ways.get(each.key)?.chosen?.kind
    return way === 'credit' || (way === undefined && selectedOption(setup, each, values)?.cost === 0)
  })
}

function unwrap<Data>(answer: { ok: true; data: Data } | { ok: false; failure: Failure }): Data {
  if (!answer.ok) throw new SubmitStopped(answer.failure)
  return answer.data
}

// True for a refusal of all places, because the number of held places is limited. The refusal names a field.
const stopsAll = ({ code, errors, isAborted }: Failure) =>
  code >= 500 || code === 401 || (code === 429 && errors.length === 0) || isAborted

/**
 * The server's refusals for one person. A refusal that names a field is at its control, any other at the person. A
 * call without a response stops the submission.
 */
function refusalsOf(person: Person, failure: Failure): Refusal[] {
  if (stopsAll(failure)) throw new SubmitStopped(failure)
  const fields =
    failure.code === 400 || failure.code === 429 || failure.type === 'attendee_fields_missing' ? failure.errors : []
  const fieldRefusals = fields.map(({ param, message }) => ({
    name: controlOfParam(person, param),
    message,
    failure,
  }))
  return fieldRefusals.length > 0
    ? fieldRefusals
    : [{ name: controlName(person, 'comes'), message: failure.message, failure }]
}

/** The control of an API field path: `date_of_birth`, `form_response.answers[fld_1]`. */
function controlOfParam(person: Person, param: string): string {
  const question = /answers\[([\w-]+)\]/.exec(param)?.[1]
  if (question) return answerName(person, question)
  if (/^waiver/.test(param)) return 'waiver'
  if (param === 'weeks') return 'weeks'
  const field = param.slice(param.lastIndexOf('.') + 1)
  return /^(?:option_id|date_of_birth|gender|first_name|last_name|health_card_number|parent_name|emergency_contact_phone|emergency_contact_email)$/.test(
    field,
  )
    ? controlName(person, field)
    : controlName(person, 'comes')
}

/** Adds the bought packages to a cart, before the places that use them. */
async function buyPackages(
  submit: Submit,
  { profileId, formerOrder }: { profileId: string; formerOrder: string | null },
): Promise<Bought | null> {
  const { calls, setup, ways } = submit
  const desired = boughtPackages(ways)
  let bought = submit.bought
  for (const line of bought?.lines ?? [])
    if (bought && !desired.some(({ sold }) => sold.id === line.packageId)) {
      unwrap(await calls.removeItem(bought.orderId, line.itemId))
      bought = { ...bought, lines: bought.lines.filter((each) => each !== line) }
      submit.keepBought(bought)
    }
  for (const { sold, quantity } of desired) {
    if (bought?.lines.some(({ packageId }) => packageId === sold.id)) continue
    const orderId: string | null = bought?.orderId ?? formerOrder
    const added = orderId ? await calls.addPackage(orderId, sold.id, quantity) : null
    // An open cart may have lapsed or been paid in another window meanwhile. A cart created by this form cannot
    // have.
    const order = unwrap(
      added?.ok || (added && (bought || stopsAll(added.failure)))
        ? added
        : await calls.createOrder({
            program_id: setup.program.id,
            customer_profile_id: profileId,
            timezone: submit.timezone,
            items: [{ type: 'session_package', source: sold.id, quantity }],
          }),
    )
    const item = order.items.findLast(({ type, product_id }) => type === 'session_package' && product_id === sold.id)
    bought = { orderId: order.id, lines: [...(bought?.lines ?? []), { packageId: sold.id, itemId: item?.id ?? '' }] }
    submit.keepBought(bought)
  }
  return bought
}

/** The visit that pays for a place: from the customer's package, or from a package in the cart. */
function creditOf({ ways, bought }: Submit, person: Person): { session_credit_id?: string } {
  const chosen = ways.get(person.key)?.chosen
  if (chosen?.kind === 'credit') return { session_credit_id: chosen.id }
  if (chosen?.kind !== 'package') return {}
  const line = bought?.lines.find(({ packageId }) => packageId === chosen.sold.id)
  return line ? { session_credit_id: line.itemId } : {}
}

// A place cannot change its way of payment, so another way of payment needs another place.
function isPaidOtherwise({ ways }: Submit, key: string, place: OwnPlace): boolean {
  const chosen = ways.get(key)?.chosen
  if (!chosen) return false
  return chosen.kind === 'credit' ? place.session_credit_id !== chosen.id : place.session_credit_id !== null
}

/** Releases a person's held places that are no longer selected. A lapsed hold is already released. */
async function releaseHeld(
  { calls, change, now }: Submit,
  person: Person,
  stays: (place: OwnPlace) => boolean,
): Promise<Person> {
  const [place = null, ...repeats] = heldOf(person).filter(stays)
  for (const each of heldOf(person))
    if (!stays(each) && isHeld(each, now())) unwrap(await calls.releasePlace(each.registration_id))
  return change(person.key, { place, repeats })
}

async function holdPlace(
  submit: Submit & { missed: RefusedWeek[] },
  start: Person,
  profileId: string,
): Promise<Person | Refusal[]> {
  const { calls, setup, values, now } = submit
  const option = selectedOption(setup, start, values)
  if (!option)
    return [
      {
        name: controlName(start, 'option_id'),
        message: null,
        failure: toFailure(400, { type: 'required' }),
      },
    ]
  const attendee = await saveAttendee(submit, start)
  if (Array.isArray(attendee)) return attendee
  const starts = submit.time === null ? null : [submit.time, ...submit.weeks.map(({ starts_at }) => starts_at)]
  const person =
    attendee.place?.status === 'pending'
      ? await releaseHeld(
          submit,
          attendee,
          (place) =>
            place.option_id === option.id &&
            !isPaidOtherwise(submit, attendee.key, place) &&
            (starts?.includes(place.starts_at) ?? true) &&
            isHeld(place, now()),
        )
      : attendee

  const form_response = {
    landed_at: submit.landedAt,
    submitted_at: submit.submittedAt,
    answers: answersOf(setup.fields, person, values),
  }
  const waiver = setup.waiver ? { waiver_id: setup.waiver.waiver_id, version: setup.waiver.version } : null
  const input = {
    customer_profile_id: profileId,
    attendee_profile_id: person.profile_id ?? '',
    form_response,
    waiver,
    ...creditOf(submit, person),
  }
  if (submit.time !== null && submit.weeks.length > 1)
    return holdSeries(submit, person, {
      start_time: submit.time,
      weeks: submit.weeks.length,
      appointment_type_id: setup.event.id,
      appointment_option_id: option.id,
      ...input,
    })
  const answer = person.place
    ? await calls.changeRegistration(person.place.registration_id, { form_response, waiver })
    : submit.time === null
      ? await calls.register({ event_id: setup.event.id, option_id: option.id, ...input })
      : await calls.book({
          start_time: submit.time,
          appointment_type_id: setup.event.id,
          appointment_option_id: option.id,
          ...input,
        })
  if (answer.ok) return submit.change(person.key, { place: placeFromRegistration(answer.data) })
  return answer.failure.type === 'already_registered'
    ? reuseOwnPlace(submit, person, answer.failure)
    : refusalsOf(person, answer.failure)
}

/**
 * Holds the same hour of several weeks. Dates that are already held are part of the series, and their answers are sent
 * again.
 */
async function holdSeries(
  submit: Submit & { missed: RefusedWeek[] },
  person: Person,
  input: BookSeriesRequest,
): Promise<Person | Refusal[]> {
  const answer = await submit.calls.bookSeries(input)
  if (!answer.ok) return refusalsOf(person, answer.failure)
  const { registrations, unavailable } = answer.data
  const before = new Set(heldOf(person).map(({ registration_id }) => registration_id))
  const { form_response, waiver } = input
  for (const { id } of registrations.filter((each) => before.has(each.id))) {
    const changed = await submit.calls.changeRegistration(id, { form_response, waiver })
    if (!changed.ok) return refusalsOf(person, changed.failure)
  }
  const shown = new Set(submit.dates.get(person.key)?.map(({ starts_at }) => starts_at))
  for (const { starts_at, type } of unavailable)
    if (shown.has(starts_at)) submit.missed.push({ key: person.key, starts_at, type })
  const [place = null, ...repeats] = registrations.map(placeFromRegistration)
  return submit.change(person.key, { place, repeats })
}

/** The response to the first attempt was lost, so the form uses the place that the attempt held. */
async function reuseOwnPlace(submit: Submit, person: Person, failure: Failure): Promise<Person | Refusal[]> {
  const places = unwrap(await submit.calls.findPlaces(submit.setup.placesQuery)).data
  const own = places.find(({ attendee_profile }) => attendee_profile.id === person.profile_id)
  if (!own) return refusalsOf(person, failure)
  const changed = submit.change(person.key, { place: placeFromRegistration(own) })
  return own.status === 'pending' ? changed : refusalsOf(person, failure)
}

/** Adds the person to the program, with the fields that the program lacks. */
async function saveAttendee(submit: Submit, person: Person): Promise<Person | Refusal[]> {
  const { calls, setup, values } = submit
  const typed: UpdateAttendeeRequest = Object.fromEntries(
    missingFields(setup, person, values).map((field) => [field, textOf(values, controlName(person, field)).trim()]),
  )
  let saved = person

  if (saved.attendee_id === null) {
    const body = {
      ...typed,
      first_name: textOf(values, controlName(person, 'first_name')),
      last_name: textOf(values, controlName(person, 'last_name')),
      relations: [{ relation: textOf(values, controlName(person, 'relation')) }],
      program_ids: [setup.program.id],
    }
    const answer = await calls.addAttendee(body as AddAttendeeRequest)
    if (!answer.ok) return refusalsOf(person, answer.failure)
    const { id, first_name, last_name, profiles } = answer.data
    saved = submit.change(person.key, {
      attendee_id: id,
      first_name,
      last_name,
      profile_id: profiles.find(({ program_id }) => program_id === setup.program.id)?.id ?? null,
      ...savedFields(person, typed),
    })
  } else if (Object.keys(typed).length > 0) {
    const answer = await calls.changeAttendee(saved.attendee_id, typed)
    if (!answer.ok) return refusalsOf(person, answer.failure)
    saved = submit.change(person.key, savedFields(person, typed))
  }

  if (saved.profile_id !== null) return saved
  const answer = await calls.connectAttendee(setup.program.id, saved.attendee_id ?? '')
  return answer.ok ? submit.change(person.key, { profile_id: answer.data.id }) : refusalsOf(person, answer.failure)
}

function savedFields(person: Person, typed: UpdateAttendeeRequest): Partial<Person> {
  const fields = Object.keys(typed).filter((field) => field !== 'gender') as Person['knownFields']
  return {
    knownFields: [...person.knownFields, ...fields],
    date_of_birth: typed.date_of_birth ?? person.date_of_birth,
    gender: typed.gender ?? person.gender,
  }
}

/** Puts all held places into one order. It uses an order that already has some of them, otherwise a new order. */
async function addToOrder(
  submit: Submit,
  held: Person[],
  about: { profileId: string; formerOrder: string | null },
): Promise<string> {
  const places = held.flatMap(heldOf)
  const existing = places.find(({ order_id }) => order_id !== null)?.order_id
  const unordered = places.filter(({ order_id }) => order_id === null)
  if (existing) {
    for (const { registration_id } of unordered)
      unwrap(await submit.calls.addPlace(existing, registration_id, submit.setup.itemType))
    return existing
  }
  const [first, ...others] = unordered
  if (
    about.formerOrder &&
    first &&
    (await submit.calls.addPlace(about.formerOrder, first.registration_id, submit.setup.itemType)).ok
  ) {
    for (const { registration_id } of others)
      unwrap(await submit.calls.addPlace(about.formerOrder, registration_id, submit.setup.itemType))
    return about.formerOrder
  }
  const items = unordered.map(({ registration_id }) => ({
    type: submit.setup.itemType,
    source: registration_id,
    quantity: 1,
  }))
  const program_id = submit.setup.program.id
  return unwrap(
    await submit.calls.createOrder({
      program_id,
      customer_profile_id: about.profileId,
      timezone: submit.timezone,
      items,
    }),
  ).id
}
