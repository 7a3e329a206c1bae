import { ApiError } from '../../contract/api-error.ts'
import { answerField, answersInForm } from '../../contract/booking/answer-fields.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { hourMs } from '../../contract/limits.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Field } from '../../contract/offering/event.ts'
import type { UpdateAttendeeRequest } from '../../contract/people/attendee.ts'
import { unanswered } from '../../booking/registrations/answers.ts'
import { changeRegistration } from '../../booking/registrations/change-registration.ts'
import { type OpenPerson, findOpenPeople } from '../../booking/registrations/find-open-people.ts'
import { getOrder } from '../../money/orders/get-order.ts'
import { payOrder } from '../../money/payments/pay-order.ts'
import { bankAddress } from '../../money/payments/return-address.ts'
import { makeReturnToken } from '../../money/payments/return-token.ts'
import { actAs, type Ctx, type CustomerContext } from '../../platform/context.ts'
import { giveAttemptBack, takeWrongAttempt } from '../../platform/identity/attempt-rows.ts'
import { limitFor } from '../../platform/identity/wrong-attempts.ts'
import { refusalOfFields } from '../../people/attendees/attendee-fields.ts'
import { changeAttendee } from '../../people/attendees/change-attendee.ts'
import { uploadFile } from '../../people/uploads/upload-file.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { readBookingLink } from './booking-link.ts'
import { customerOfOrder } from './staff-booking-rows.ts'

/** Dates of birth that may be tried for one order or customer in an hour. */
const birthsPerHour = { name: 'booking-birth', max: 6, withinMs: hourMs }

/** A place of an order, and what its family still has to answer. */
export type OpenPlace = { registration: Registration; questions: Field[]; needsWaiver: boolean }
/** An order as the owner of its link completes it. */
export type Completion = {
  family: CustomerContext
  order: Order
  places: OpenPlace[]
  people: OpenPerson[]
  amountDue: number
}

/** The order of a link; null for a link that is forged, expired or of another program. Reading changes nothing. */
export async function findCompletion(
  ctx: Ctx,
  { program_id, token }: { program_id: string; token: string },
): Promise<Completion | null> {
  const order_id = await readBookingLink(ctx, token)
  const [whose] = order_id === null ? [] : await customerOfOrder(ctx.db, { program_id, order_id })
  if (order_id === null || !whose) return null
  const family = actAs(ctx, { type: 'customer', session_id: '', ...whose }) as CustomerContext
  const order = await getOrder(family, { order_id })
  const places = order.registrations.filter(({ status }) => registrationStates.booked.has(status)).map(openPlace)
  const booked = new Set(places.map(({ registration }) => registration.attendee_profile.attendee_id))
  const people = await findOpenPeople(family, { program_id, attendee_ids: [...booked] })
  return { family, order, places, people, amountDue: order.amount_due.value }
}

/** The customer of the order of a link; null for a link that is forged, expired or of another program. */
export async function customerOfLink(
  ctx: Ctx,
  { program_id, token }: { program_id: string; token: string },
): Promise<string | null> {
  const order_id = await readBookingLink(ctx, token)
  const [whose] = order_id === null ? [] : await customerOfOrder(ctx.db, { program_id, order_id })
  return whose?.customer_id ?? null
}

/** What is open of a place: required questions without an answer, and the waiver. */
export function openPlace(registration: Registration): OpenPlace {
  const { event, form_response, waiver } = registration
  return {
    registration,
    questions: unanswered(event.fields, form_response.answers),
    needsWaiver: event.waiver !== null && waiver === null,
  }
}

/** True when nothing is left to answer. */
export const isComplete = ({ places, people }: Pick<Completion, 'places' | 'people'>): boolean =>
  people.length === 0 && places.every(({ questions, needsWaiver }) => questions.length === 0 && !needsWaiver)

/** Throws unless a date is the date of birth of a person of the order. Without a known one the link alone suffices. */
export async function checkBirth(ctx: Ctx, { order, places }: Completion, bornOn: string): Promise<void> {
  const known = places.flatMap(({ registration }) => registration.attendee_profile.date_of_birth ?? [])
  if (known.length > 0) await requireBirth(ctx, { id: order.id, known }, bornOn)
}

/** Throws unless a date is one of the known dates of birth. Wrong dates are counted for the order or customer `id`. */
export async function requireBirth(
  ctx: Ctx,
  { id, known }: { id: string; known: readonly string[] },
  bornOn: string,
): Promise<void> {
  const limit = limitFor(ctx, birthsPerHour, id)
  // Counted before the date is compared, so that simultaneous guesses count too.
  const [taken] = await takeWrongAttempt(ctx, limit, { isLimited: true })
  if (!taken) throw new ApiError('too_many_requests', { retryAfterSeconds: limit.withinMs / 1000 })
  if (known.includes(bornOn)) return void (await giveAttemptBack(ctx, { scope: limit.scope, at: taken.at }))
  throw new ApiError('invalid_date', { param: 'born_on' })
}

/** What the form of the page contains; `people` are the read fields of each person, by their id. */
export type Completing = {
  fields: Readonly<Record<string, unknown>>
  files: ReadonlyMap<string, File>
  people: ReadonlyMap<string, UpdateAttendeeRequest>
  bornOn: string
}

/**
 * Stores what the form of the page answers. Only open questions, missing fields and waivers are read, so a link changes
 * nothing that was answered before.
 */
export async function completeBooking(ctx: Ctx, completion: Completion, form: Completing): Promise<void> {
  await checkBirth(ctx, completion, form.bornOn)
  const { family, people, places } = completion
  requireFields(ctx, people, form)
  const open = places.map((place) => ({ ...place, ...readPlace(place, form) }))
  if (open.some(({ needsWaiver, accepted }) => needsWaiver && !accepted))
    throw new ApiError('waiver_required', { param: 'waiver' })
  for (const { attendee_id, missing } of people) {
    const typed = form.people.get(attendee_id) ?? {}
    const changed = Object.fromEntries(missing.map((name) => [name, typed[name]]))
    await changeAttendee(family, { attendee_id, ...changed }).catch(refuseAbout(attendee_id))
  }
  for (const { registration, questions, answers, accepted } of open) {
    if (questions.length === 0 && !accepted) continue
    const files = await uploadAnswers(family, { registration, questions }, form.files)
    await changeRegistration(family, {
      registration_id: registration.id,
      ...(questions.length > 0
        ? { form_response: { answers: [...registration.form_response.answers, ...answers, ...files] } }
        : {}),
      ...(accepted ? { waiver: { waiver_id: accepted.waiver_id, version: accepted.version } } : {}),
    })
  }
}

/** Throws unless every missing field is filled in. */
function requireFields(ctx: Ctx, people: readonly OpenPerson[], form: Pick<Completing, 'people'>): void {
  const empty = people.flatMap(({ attendee_id, missing }) =>
    missing.filter((name) => !form.people.get(attendee_id)?.[name]).map((name) => fieldOfPerson(attendee_id, name)),
  )
  if (empty.length > 0)
    throw refusalOfFields(
      empty.map((param) => ({ type: 'required', param })),
      ctx.language,
    )
}

/** The name of a field of a person in the form of the page, and in its refusals. */
export const fieldOfPerson = (attendee_id: string, name: string): string => `${attendee_id}.${name}`

/** Throws a refusal about fields of a person, with the names of the fields in the form. */
export const refuseAbout =
  (attendee_id: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error
    const { param, errors, ...detail } = error.detail
    throw new ApiError(error.type, {
      ...detail,
      param: param ? fieldOfPerson(attendee_id, param) : null,
      errors: (errors ?? []).map((each) => ({ ...each, param: fieldOfPerson(attendee_id, each.param) })),
    })
  }

/** The answers to open questions of a place, and the waiver that the form accepts. */
function readPlace({ registration, questions, needsWaiver }: OpenPlace, { fields }: Pick<Completing, 'fields'>) {
  const prefix = `${registration.id}.`
  const own = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
  const values = Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]))
  const isOpen = (id: string) => questions.some((question) => question.id === id && question.type !== 'file')
  const { waiver } = registration.event
  return {
    answers: answersInForm(values).filter(({ field_id }) => isOpen(field_id)),
    accepted: needsWaiver && values['waiver'] === 'on' ? waiver : null,
  }
}

/** Stores the files of the form that answer open questions of a place. */
async function uploadAnswers(
  family: CustomerContext,
  { registration, questions }: Pick<OpenPlace, 'registration' | 'questions'>,
  files: Completing['files'],
) {
  const answers = []
  for (const question of questions) {
    const file = question.type === 'file' ? files.get(`${registration.id}.${answerField(question)}`) : undefined
    if (!file) continue
    const bytes = new Uint8Array(await file.arrayBuffer())
    const { id } = await uploadFile(family, { purpose: 'attachment', name: file.name, bytes })
    answers.push({ field_id: question.id, value: id })
  }
  return answers
}

/** Opens the card provider's page for what is due, and returns the address that leads there without a log-in. */
export async function payCompletion(ctx: Ctx, completion: Completion, bornOn: string): Promise<string> {
  await checkBirth(ctx, completion, bornOn)
  const { family, order } = completion
  const { program_id } = order
  const { payment } = await payOrder(family, { order_id: order.id, checkout_method: 'card', on_provider_page: true })
  const token = await makeReturnToken(ctx.env, payment.id, ctx.now)
  return bankAddress(ctx.siteOrigin, { program_id, order_id: order.id, payment_id: payment.id, token })
}
