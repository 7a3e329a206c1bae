import { bookedType, formOf } from '../../offering/appointments/show-appointment.ts'
import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Registration, UpdateRegistrationRequest } from '../../contract/booking/registration.ts'
import type { Actor } from '../../platform/actor.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { StoredFormResponse } from '../../platform/database/tables/registrations.ts'
import type { Right } from '../../contract/people/attendee.ts'
import { useFiles } from '../../people/uploads/use-files.ts'
import { acceptWaiver } from './accept-waiver.ts'
import { insertAnswerChanges } from './answer-change-rows.ts'
import { answersAfter, changesBetween, type OpenedAnswers } from './answer-changes.ts'
import { refuseHiddenAnswers, requireAnswersOpen } from './answer-refusals.ts'
import { hiddenQuestions } from './answers-seen.ts'
import { filesIn, signersIn } from './answers.ts'
import { findOwnRegistrations } from './find-own-registrations.ts'
import { formResponse } from './form-response.ts'
import type { LoadedRegistration } from './load-registration.ts'
import { contactOf, personOf, programOf } from './register-rows.ts'
import { recordRegistrationChange } from './registration-steps.ts'
import { openAnswers } from './sealed-answers.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'
import { storeHeldAnswers } from './take-place.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/**
 * Changes answers, or accepts a waiver later, while the place is held or sold and has not started. Never called with
 * `status: cancelled`, because the cancellation routes are mounted first.
 */
export const changeRegistration = (ctx: CustomerContext, input: ChangeInput): Promise<Registration> =>
  retryOnConflict(() => changeOnce(ctx, input))

type ChangeInput = UpdateRegistrationRequest & { registration_id: string }

async function changeOnce(ctx: CustomerContext, input: ChangeInput): Promise<Registration> {
  const [loaded] = await findOwnRegistrations(ctx, [input.registration_id])
  if (!loaded) throw new ApiError('not_found', { param: 'registration_id' })
  checkInput(input, loaded)
  const writes = input.form_response || input.waiver ? (await answerWrites(ctx, input, loaded)).writes : []

  const results = await commit(ctx, writes, ...registrationReads(ctx, { ids: [input.registration_id] }))
  const [shown] = await showRegistrations(ctx, results)
  if (!shown) throw new ApiError('not_found', { param: 'registration_id' })
  return shown
}

// A change of the option or the person is a reschedule, which an earlier route handles.
function checkInput(input: UpdateRegistrationRequest, { registration, booking }: LoadedRegistration): void {
  if (input.id !== undefined && input.id !== registration.id) throw new ApiError('invalid_parameter', { param: 'id' })
  if (input.status !== undefined) throw new ApiError('transition_not_allowed', { param: 'status' })
  if (input.option_id !== undefined && input.option_id !== booking.option_id)
    throw new ApiError('transition_not_allowed', { param: 'option_id' })
  if (input.attendee_profile_id !== undefined && input.attendee_profile_id !== registration.attendee_profile_id)
    throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
}

/** Staff who change answers for a family, without its deadline. They see no health, and sign nothing for a parent. */
type ByStaff = { actor: Actor }
type Changing = { writes: Statement[]; loaded: LoadedRegistration }

/**
 * Statements that store new answers or an accepted waiver, for a held or sold registration that has not started, and
 * the registration as it is after them. A sold place keeps a history of its answers, and every place one
 * of the changes by staff.
 */
export async function answerWrites(
  ctx: CustomerContext,
  input: Pick<UpdateRegistrationRequest, 'form_response' | 'waiver'>,
  loaded: LoadedRegistration,
  byStaff: ByStaff | null = null,
): Promise<Changing> {
  const { registration } = loaded
  if (!registrationStates.booked.has(registration.status))
    throw new ApiError('state_conflict', { subject: registration.status })
  if (ctx.now >= loaded.booking.starts_at) throw new ApiError('already_started', { param: 'registration_id' })
  const form = await loadForm(ctx, loaded)
  const { program, person, waiver } = form

  const writes: Statement[] = acceptWaiver(ctx, {
    acceptance: input.waiver,
    waiver,
    registration_id: registration.id,
    customer_id: registration.customer_id,
    attendee: person.attendee,
    relation: person.relation.relation,
    timezone: program.timezone,
  })
  if (!input.form_response) return { writes, loaded }
  const changed = await formWrites(ctx, input.form_response, { loaded, byStaff, ...form })
  return { ...changed, writes: [...writes, ...changed.writes] }
}

async function loadForm(ctx: CustomerContext, { registration }: LoadedRegistration) {
  const { customer_id } = registration
  const [events, [type], [program], [contact], [person]] = await ctx.db.batch([
    eventReads(ctx, registration.event_id === null ? [] : [registration.event_id]),
    bookedType(ctx, registration.appointment_type_id),
    programOf(ctx.db, registration.program_id),
    contactOf(ctx.db, registration.customer_profile_id, customer_id),
    personOf(ctx.db, registration.attendee_profile_id, customer_id),
  ])
  const { fields, waiver } = type
    ? formOf(type, ctx)
    : (showEvents(ctx, events).get(registration.event_id ?? '')?.event ?? { fields: [], waiver: null })
  if (!program || !contact || !person) throw new ApiError('not_found', { param: 'registration_id' })
  return { fields, waiver, program, contact, person }
}

type LoadedForm = Awaited<ReturnType<typeof loadForm>>

async function formWrites(
  ctx: CustomerContext,
  input: NonNullable<UpdateRegistrationRequest['form_response']>,
  {
    loaded,
    fields,
    program,
    contact,
    person,
    byStaff,
  }: LoadedForm & { loaded: LoadedRegistration; byStaff: ByStaff | null },
): Promise<Changing> {
  const { registration } = loaded
  const rights: readonly Right[] = byStaff ? ['view'] : person.relation.rights
  const isSold = registration.status !== 'pending'
  const keepsHistory = isSold || byStaff !== null
  if (isSold && !byStaff) requireChangeable(ctx, loaded, { program, rights })
  const { answers: stored } = registration.form_response
  const before = { stored, opened: await openAnswers(ctx.env, stored) }
  const form_response = await changedForm(ctx, input, {
    before,
    fields,
    program,
    contact,
    rights,
    isByStaff: byStaff !== null,
  })
  const writes = keepsHistory
    ? recordAnswers(ctx, loaded, { form_response, actor: byStaff?.actor ?? ctx.actor })
    : storeHeldAnswers(ctx, registration, form_response)
  const use = { kind: 'registration' as const, owner_id: registration.id }
  if (writes.length > 0 && fields.some(({ type }) => type === 'file'))
    writes.push(...useFiles(ctx, use, filesIn(fields, form_response.answers)))
  const step = registration.step + (keepsHistory && writes.length > 0 ? 1 : 0)
  return { writes, loaded: { ...loaded, registration: { ...registration, form_response, step } } }
}

/** Throws unless the answers of a sold place may still change. */
function requireChangeable(
  ctx: CustomerContext,
  { booking }: LoadedRegistration,
  { program, rights }: Pick<LoadedForm, 'program'> & { rights: readonly Right[] },
): void {
  if (!rights.includes('view')) throw new ApiError('not_found', { param: 'registration_id' })
  if (!rights.includes('register')) throw new ApiError('transition_not_allowed', { param: 'form_response' })
  requireAnswersOpen(ctx, booking, program)
}

type Form = Pick<LoadedForm, 'fields' | 'program' | 'contact'> & {
  before: OpenedAnswers
  rights: readonly Right[]
  isByStaff: boolean
}

// Answers that the caller may not see stay as they are: they are not required, and a new one is refused.
async function changedForm(
  ctx: CustomerContext,
  input: NonNullable<UpdateRegistrationRequest['form_response']>,
  { before, fields, program, contact, rights, isByStaff }: Form,
): Promise<StoredFormResponse> {
  const signed = isByStaff ? fields.filter(({ type }) => type === 'consent' || type === 'signature') : []
  const hidden = [...hiddenQuestions(fields, { stored: before.stored, rights }), ...signed.map(({ id }) => id)]
  refuseHiddenAnswers(input.answers, hidden)
  const carried = before.opened.filter(({ field_id }) => hidden.includes(field_id))
  const sent = await formResponse(
    ctx,
    { ...input, answers: [...input.answers, ...carried] },
    {
      fields: fields.map((field) =>
        hidden.includes(field.id) ? { ...field, validations: { ...field.validations, required: false } } : field,
      ),
      country: program.country,
      signer: contact,
      earlierSigners: isByStaff ? signersIn(carried) : [],
    },
  )
  const after = { stored: sent.answers, opened: await openAnswers(ctx.env, sent.answers) }
  return { ...sent, answers: answersAfter(before, after, fields) }
}

/** The change of a place with its history; empty when every answer stays the same. */
function recordAnswers(
  ctx: CustomerContext,
  loaded: LoadedRegistration,
  { form_response, actor }: { form_response: StoredFormResponse; actor: Actor },
): Statement[] {
  const { id, step, form_response: before } = loaded.registration
  const changes = changesBetween(before.answers, form_response.answers)
  if (changes.length === 0) return []
  return [
    ...recordRegistrationChange(ctx, loaded, { actor, reason: 'answers_changed', set: { form_response } }),
    ...insertAnswerChanges(ctx.db, { registration_id: id, step: step + 1 }, changes),
  ]
}
