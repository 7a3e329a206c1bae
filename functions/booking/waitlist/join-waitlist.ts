import type { StatusIn } from '../../contract/states/status-set.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { RegisterRequest, Registration } from '../../contract/booking/registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard, guardThat } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { acceptWaiverOf } from '../registrations/accept-waiver.ts'
import { filesIn } from '../registrations/answers.ts'
import { checkPerson, checkSale } from '../registrations/eligibility.ts'
import { formResponse } from '../registrations/form-response.ts'
import { checkAttendee, insertWaitingRegistration } from '../registrations/hold-registration.ts'
import { loadRegistrationFacts, type RegistrationFacts } from '../registrations/load-registration-facts.ts'
import { checkInput, register, timesOf } from '../registrations/register.ts'
import { pageTags } from '../registrations/registration-steps.ts'
import { registrationReads, showRegistrations } from '../registrations/show-registration.ts'
import { useFiles } from '../../people/uploads/use-files.ts'
import { offerToWaitlistFirst } from './offer-places.ts'
import { groupJoinMs } from './waitlist-line.ts'
import { changeEntry, entryOfKey, insertEntry, isWaitingAtMost } from './waitlist-rows.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** Maximum number of places that one customer may wait for in a program at a time. */
const maxWaitingPlaces = 24

type JoinRequest = RegisterRequest & { status: StatusIn<typeof registrationStates.waiting> }
const isJoining = (input: RegisterRequest): input is JoinRequest => registrationStates.waiting.has(input.status)

/** Takes a place, or joins the waitlist of an event that is full or not yet on sale, depending on `status`. */
export async function registerOrJoin(ctx: CustomerContext, input: RegisterRequest): Promise<Registration> {
  // Two people of a family may join at the same moment: the later request then finds the entry of the first.
  return isJoining(input)
    ? retryOnConflict(async () => joinWaitlist(ctx, input))
    : register(ctx, input, offerToWaitlistFirst)
}

/**
 * Joins the waitlist, without money or a place. People with one `group_key` share an entry. Form answers may be sent
 * now or with the claim.
 */
async function joinWaitlist(ctx: CustomerContext, input: JoinRequest): Promise<Registration> {
  const registering = await loadRegistrationFacts(ctx, input)
  checkInput(registering)
  // Payment starts with the offer, so credits cannot be used earlier.
  if (input.session_credit_id) throw new ApiError('credit_not_available', { param: 'session_credit_id' })
  checkOffered(ctx, input, registering)
  const { program, event, option, person, contact } = registering
  checkAttendee(ctx, { ...registering, others: [] }, { option_id: option.id, times: null })
  const form_response = input.form_response
    ? await formResponse(ctx, input.form_response, {
        fields: event.fields,
        country: program.country,
        signer: contact,
      })
    : { landed_at: null, submitted_at: null, answers: [] }

  const id = ctx.newId('reg')
  const { customer_id } = ctx.actor
  const files = filesIn(event.fields, form_response.answers)
  const { entry_id, writes } = await entryFor(ctx, input, registering)
  ctx.request.setCreatedLocation(`/v1/profile/registrations/${id}`)
  ctx.request.invalidateTags(...pageTags({ program_id: program.id, event_id: event.id, appointment_type_id: null }))
  const results = await commit(
    ctx,
    [
      ...writes,
      ...insertWaitingRegistration(
        ctx,
        id,
        { program, person, contact, booking: { event_id: event.id, option_id: option.id }, form_response },
        { status: input.status, waitlist_entry_id: entry_id },
      ),
      guardThat(ctx.db, isWaitingAtMost({ customer_id, program_id: program.id }, maxWaitingPlaces), 'held_places'),
      ...acceptWaiverOf(ctx, registering, { acceptance: input.waiver, registration_id: id }),
      ...(files.length > 0 ? useFiles(ctx, { kind: 'registration', owner_id: id }, files) : []),
    ],
    ...registrationReads(ctx, { ids: [id] }),
  )
  const [joined] = await showRegistrations(ctx, results)
  if (!joined) throw new ApiError('internal_error')
  return joined
}

// Only an option that is full or not yet on sale has a waitlist to join.
function checkOffered(
  { now }: CustomerContext,
  { status }: JoinRequest,
  { event, option, person }: RegistrationFacts,
): void {
  const times = timesOf(event)
  const about = {
    status: event.status,
    starts_at: times.starts_at,
    has_external_registration: event.has_external_registration,
  }
  const sale = checkSale(
    about,
    status === 'preregistered' && option.sale_status === 'not_started' ? 'on_sale' : option.sale_status,
    now,
  )
  if (sale) throw new ApiError(sale.type, sale)
  const isOffered =
    status === 'waitlisted'
      ? option.sale_status === 'waitlist'
      : event.preregistration_enabled && option.sale_status === 'not_started'
  if (!isOffered) throw new ApiError('option_not_on_sale', { param: 'status' })
  const refusal = checkPerson(option, person.attendee, times)
  if (refusal) throw new ApiError(refusal.type, refusal)
}

// Updates the waiting entry of this group key, or creates one at the end of the waitlist.
async function entryFor(
  ctx: CustomerContext,
  input: JoinRequest,
  { event, program, customer_id }: RegistrationFacts,
): Promise<{ entry_id: string; writes: Statement[] }> {
  const group_key = input.group_key ?? null
  const [existing] = group_key === null ? [] : await entryOfKey(ctx.db, { customer_id, event_id: event.id, group_key })
  if (existing)
    return {
      entry_id: existing.id,
      writes: [changeEntry(ctx.db, existing, { joined_at: ctx.now }), guard(ctx.db, 'state')],
    }
  const entry_id = ctx.newId('wle')
  const joined = { program_id: program.id, event_id: event.id, customer_id, group_key }
  return {
    entry_id,
    writes: [
      insertEntry(ctx.db, { id: entry_id, ...joined, created: ctx.now, joined_at: ctx.now }),
      // One mail covers everyone who joins together.
      recordEvent(ctx, {
        kind: 'waitlist.joined',
        ref: entry_id,
        body: {},
        dueAt: group_key === null ? ctx.now : ctx.now + groupJoinMs,
      }),
    ],
  }
}
