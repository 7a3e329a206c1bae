import type { AddAttendeeRequest, UpdateAttendeeRequest } from '#contract/attendee'
import type { Failure } from '../api/api-failure.ts'
import type { RegistrationCalls } from '../api/registration-calls.ts'
import { askedFields } from './asked-fields.ts'
import { isHeld, placeOf } from './family-people.ts'
import { optionOf } from './fits-option.ts'
import { answersOf } from './form-answers.ts'
import {
  answerName,
  hasPlace,
  isComing,
  nameOf,
  type Person,
  type RegistrationSetup,
  textOf,
  type Values,
} from './registration-setup.ts'

/** A refusal at somebody: `name` is the control it belongs to, or the person's own row. */
export type Refusal = { name: string; message: string | null; failure: Failure }
type Sent = { ok: true; orderId: string } | { ok: false; refusals: Refusal[]; failure: Failure | null }
type Submit = {
  calls: RegistrationCalls
  setup: RegistrationSetup
  values: Values
  people: Person[]
  timezone: string
  landedAt: string
  /** Stays the same when the same answers are sent again, so that a lost answer is asked for, not doubled. */
  submittedAt: string
  now: () => number
  /** Remembers what is done already, so that a repeat goes on from there. */
  change: (key: string, part: Partial<Person>) => Person
}
class Stopped extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.type)
    this.failure = failure
  }
}

/** Sends everything: people, their places, one order. A place that is held already is used again; one refusal does not stop the others. */
export async function sendRegistration(submit: Submit): Promise<Sent> {
  const { calls, setup, values } = submit
  const refusals: Refusal[] = []
  const formerOrder =
    submit.people.find(({ place }) => place?.status === 'pending' && place.order_id !== null)?.place?.order_id ?? null
  try {
    const profile = demand(await calls.joinProgram(setup.program.id))
    for (const person of submit.people.filter((each) => !isComing(each, values) && isHeld(each.place, submit.now())))
      await giveBack(submit, person)

    const held: Person[] = []
    for (const person of submit.people.filter((each) => isComing(each, values) && !hasPlace(each))) {
      const found = await takePlace(submit, person, profile.id)
      if (Array.isArray(found)) refusals.push(...found)
      else held.push(found)
    }
    return refusals.length > 0
      ? { ok: false, refusals, failure: null }
      : { ok: true, orderId: await putInOrder(submit, held, { profileId: profile.id, formerOrder }) }
  } catch (thrown) {
    if (thrown instanceof Stopped) return { ok: false, refusals, failure: thrown.failure }
    throw thrown
  }
}

function demand<Data>(answer: { ok: true; data: Data } | { ok: false; failure: Failure }): Data {
  if (!answer.ok) throw new Stopped(answer.failure)
  return answer.data
}

/** What the server said about one person: fields by their control, the rest at the person. No answer stops everything. */
function refusalsOf(person: Person, failure: Failure): Refusal[] {
  if (failure.code >= 500 || failure.code === 401 || failure.code === 429 || failure.isAborted)
    throw new Stopped(failure)
  const named = failure.errors.map(({ param, message }) => ({ name: controlOf(person, param), message, failure }))
  return named.length > 0
    ? named
    : [
        {
          name: failure.param && failure.code === 400 ? controlOf(person, failure.param) : nameOf(person, 'comes'),
          message: failure.message,
          failure,
        },
      ]
}

/** The control of a field path of the API: `date_of_birth`, `form_response.answers[fld_1]`. */
function controlOf(person: Person, param: string): string {
  const question = /answers\[([\w-]+)\]/.exec(param)?.[1]
  if (question) return answerName(person, question)
  if (/^waiver/.test(param)) return 'waiver'
  const field = param.slice(param.lastIndexOf('.') + 1)
  return /^(?:option_id|date_of_birth|gender|first_name|last_name|health_card_number|parent_name|emergency_contact_phone|emergency_contact_email)$/.test(
    field,
  )
    ? nameOf(person, field)
    : nameOf(person, 'comes')
}

async function giveBack({ calls, change }: Submit, person: Person): Promise<Person> {
  demand(await calls.releasePlace(person.place?.registration_id ?? ''))
  return change(person.key, { place: null })
}

async function takePlace(submit: Submit, start: Person, profileId: string): Promise<Person | Refusal[]> {
  const { calls, setup, values, now } = submit
  const option = optionOf(setup, start, values)
  if (!option)
    return [
      {
        name: nameOf(start, 'option_id'),
        message: null,
        failure: {
          code: 400,
          type: 'required',
          message: null,
          param: null,
          path: null,
          timestamp: null,
          errors: [],
          body: {},
          isAborted: false,
        },
      },
    ]
  const known = await makeKnown(submit, start)
  if (Array.isArray(known)) return known
  const person =
    known.place?.status === 'pending' && (known.place.option_id !== option.id || !isHeld(known.place, now()))
      ? await forgetPlace(submit, known)
      : known

  const form_response = {
    landed_at: submit.landedAt,
    submitted_at: submit.submittedAt,
    answers: answersOf(setup.fields, person, values),
  }
  const waiver = setup.waiver ? { waiver_id: setup.waiver.waiver_id, version: setup.waiver.version } : null
  const answer = person.place
    ? await calls.changeRegistration(person.place.registration_id, { form_response, waiver })
    : await calls.register({
        event_id: setup.event.id,
        option_id: option.id,
        customer_profile_id: profileId,
        attendee_profile_id: person.profile_id ?? '',
        form_response,
        waiver,
      })
  if (answer.ok) return submit.change(person.key, { place: placeOf(answer.data) })
  return answer.failure.type === 'already_registered'
    ? useOwnPlace(submit, person, answer.failure)
    : refusalsOf(person, answer.failure)
}

/** Gives back a place of another option; one that lapsed is gone already. */
const forgetPlace = (submit: Submit, person: Person): Promise<Person> | Person =>
  isHeld(person.place, submit.now()) ? giveBack(submit, person) : submit.change(person.key, { place: null })

/** The answer to a first try was lost: the place that it took is found and used. */
async function useOwnPlace(submit: Submit, person: Person, failure: Failure): Promise<Person | Refusal[]> {
  const places = demand(await submit.calls.findPlaces(submit.setup.event.id)).data
  const own = places.find(({ attendee_profile }) => attendee_profile.id === person.profile_id)
  if (!own) return refusalsOf(person, failure)
  const changed = submit.change(person.key, { place: placeOf(own) })
  return own.status === 'pending' ? changed : refusalsOf(person, failure)
}

/** Makes somebody known to the program, with the fields that were missing. */
async function makeKnown(submit: Submit, person: Person): Promise<Person | Refusal[]> {
  const { calls, setup, values } = submit
  const typed: UpdateAttendeeRequest = Object.fromEntries(
    askedFields(setup, person, values).map((field) => [field, textOf(values, nameOf(person, field)).trim()]),
  )
  let known = person

  if (known.attendee_id === null) {
    const body = {
      ...typed,
      first_name: textOf(values, nameOf(person, 'first_name')),
      last_name: textOf(values, nameOf(person, 'last_name')),
      relations: [{ relation: textOf(values, nameOf(person, 'relation')) }],
      program_ids: [setup.program.id],
    }
    const answer = await calls.addAttendee(body as AddAttendeeRequest)
    if (!answer.ok) return refusalsOf(person, answer.failure)
    const { id, first_name, last_name, profiles } = answer.data
    known = submit.change(person.key, {
      attendee_id: id,
      first_name,
      last_name,
      profile_id: profiles.find(({ program_id }) => program_id === setup.program.id)?.id ?? null,
      ...learned(person, typed),
    })
  } else if (Object.keys(typed).length > 0) {
    const answer = await calls.changeAttendee(known.attendee_id, typed)
    if (!answer.ok) return refusalsOf(person, answer.failure)
    known = submit.change(person.key, learned(person, typed))
  }

  if (known.profile_id !== null) return known
  const answer = await calls.connectAttendee(setup.program.id, known.attendee_id ?? '')
  return answer.ok ? submit.change(person.key, { profile_id: answer.data.id }) : refusalsOf(person, answer.failure)
}

function learned(person: Person, typed: UpdateAttendeeRequest): Partial<Person> {
  const fields = Object.keys(typed).filter((field) => field !== 'gender') as Person['known']
  return {
    known: [...person.known, ...fields],
    date_of_birth: typed.date_of_birth ?? person.date_of_birth,
    gender: typed.gender ?? person.gender,
  }
}

/** One order for all held places: the one that some of them are or were in, else a new one. */
async function putInOrder(
  submit: Submit,
  held: Person[],
  about: { profileId: string; formerOrder: string | null },
): Promise<string> {
  const places = held.flatMap(({ place }) => (place ? [place] : []))
  const existing = places.find(({ order_id }) => order_id !== null)?.order_id
  const loose = places.filter(({ order_id }) => order_id === null)
  if (existing) {
    for (const { registration_id } of loose) demand(await submit.calls.addPlace(existing, registration_id))
    return existing
  }
  const [first, ...others] = loose
  if (about.formerOrder && first && (await submit.calls.addPlace(about.formerOrder, first.registration_id)).ok) {
    for (const { registration_id } of others) demand(await submit.calls.addPlace(about.formerOrder, registration_id))
    return about.formerOrder
  }
  const items = loose.map(({ registration_id }) => ({
    type: 'event_option' as const,
    source: registration_id,
    quantity: 1,
  }))
  const program_id = submit.setup.program.id
  return demand(
    await submit.calls.createOrder({
      program_id,
      customer_profile_id: about.profileId,
      timezone: submit.timezone,
      items,
    }),
  ).id
}
