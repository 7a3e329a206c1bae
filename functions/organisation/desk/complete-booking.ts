import { ApiError } from '../../contract/api-error.ts'
import { answersInForm } from '../../contract/booking/answer-fields.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { hourMs } from '../../contract/limits.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Field } from '../../contract/offering/event.ts'
import { unanswered } from '../../booking/registrations/answers.ts'
import { changeRegistration } from '../../booking/registrations/change-registration.ts'
import { getOrder } from '../../money/orders/get-order.ts'
import { payOrder } from '../../money/payments/pay-order.ts'
import { bankAddress } from '../../money/payments/return-address.ts'
import { makeReturnToken } from '../../money/payments/return-token.ts'
import { actAs, type Ctx, type CustomerContext } from '../../platform/context.ts'
import { giveAttemptBack, takeWrongAttempt } from '../../platform/identity/attempt-rows.ts'
import { limitFor } from '../../platform/identity/wrong-attempts.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { readBookingLink } from './booking-link.ts'
import { customerOfOrder } from './staff-booking-rows.ts'

/** Dates of birth that may be tried for one order or customer in an hour. */
const birthsPerHour = { name: 'booking-birth', max: 6, withinMs: hourMs }

/** A place of an order, and what its family still has to answer. */
export type OpenPlace = { registration: Registration; questions: Field[]; needsWaiver: boolean }
/** An order as the owner of its link completes it. */
export type Completion = { family: CustomerContext; order: Order; places: OpenPlace[]; amountDue: number }

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
  return { family, order, places, amountDue: order.amount_due.value }
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
export const isComplete = ({ places }: Pick<Completion, 'places'>): boolean =>
  places.every(({ questions, needsWaiver }) => questions.length === 0 && !needsWaiver)

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

/**
 * Stores what the form of the page answers. Only open questions and waivers are read, so a link changes nothing that was
 * answered before.
 */
export async function completeBooking(
  ctx: Ctx,
  completion: Completion,
  { fields, bornOn }: { fields: Readonly<Record<string, unknown>>; bornOn: string },
): Promise<void> {
  await checkBirth(ctx, completion, bornOn)
  for (const { registration, questions, needsWaiver } of completion.places) {
    const own = Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(`${registration.id}.`) ? [[name.slice(registration.id.length + 1), value] as const] : [],
    )
    const values = Object.fromEntries(own)
    const isOpen = (id: string) => questions.some((question) => question.id === id)
    const answers = answersInForm(values).filter(({ field_id }) => isOpen(field_id))
    const { waiver } = registration.event
    const accepted = needsWaiver && values['waiver'] === 'on' && waiver ? waiver : null
    if (needsWaiver && !accepted) throw new ApiError('waiver_required', { param: 'waiver' })
    if (questions.length === 0 && !accepted) continue
    await changeRegistration(completion.family, {
      registration_id: registration.id,
      ...(questions.length > 0
        ? { form_response: { answers: [...registration.form_response.answers, ...answers] } }
        : {}),
      ...(accepted ? { waiver: { waiver_id: accepted.waiver_id, version: accepted.version } } : {}),
    })
  }
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
