import { ApiError, type FieldError } from '../contract/api-error.ts'
import type { RegisterRequest, Registration } from '../contract/registration.ts'
import { fieldSentence } from '../contract/sentences/sentence.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { historyRow } from '../database/history.ts'
import { guardHeldPlaces } from '../spots/hold-ceilings.ts'
import { fullHoldMinutes, startHold } from '../spots/hold-clock.ts'
import { acceptWaiver } from './accept-waiver.ts'
import { checkPerson, checkSale, missingFields, overlap } from './eligibility.ts'
import { formResponse } from './form-response.ts'
import { loadRegistering, type Registering } from './load-registering.ts'
import { insertRegistration } from './register-rows.ts'
import { releaseLapsed } from './release-lapsed.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'

/**
 * Takes a place for somebody of the family: pending, held for as long as the program says. Whether a
 * place is left, and whether he has one already, is decided by the database in the batch that takes it.
 */
export async function register(ctx: CustomerContext, ask: RegisterRequest): Promise<Registration> {
  const found = await loadRegistering(ctx, ask)
  checkAsked(ask, found)
  checkEligible(ctx, found)
  const form_response = await formResponse(ctx, ask.form_response, {
    fields: found.event.fields,
    country: found.program.country,
    signer: found.contact,
  })

  const { program, event, option, person, contact, customer_id } = found
  const id = ctx.newId('reg')
  const waiver = acceptWaiver(ctx, {
    given: ask.waiver,
    waiver: event.waiver,
    registration_id: id,
    customer_id,
    attendee: person.attendee,
    relation: person.relation.relation,
    timezone: program.timezone,
  })
  const hold_expires_at = startHold(ctx.now, fullHoldMinutes(program.selling.hold_minutes))

  ctx.request.setCreatedLocation(`/v1/profile/registrations/${id}`)
  ctx.request.invalidateTags(`program:${program.id}`, `event:${event.id}`)
  const results = await commit(
    ctx,
    [
      ...releaseLapsed(ctx, [option.id]),
      insertRegistration(ctx.db, {
        id,
        program_id: program.id,
        event_id: event.id,
        option_id: option.id,
        customer_id,
        customer_profile_id: contact.id,
        attendee_id: person.attendee.id,
        attendee_profile_id: person.profile.id,
        status: 'pending',
        held_since: ctx.now,
        hold_expires_at,
        form_response,
        created: ctx.now,
        updated: ctx.now,
      }),
      guardHeldPlaces(ctx, { customer_id, program_id: program.id }),
      historyRow(ctx, {
        object: 'registration',
        object_id: id,
        step: -1,
        from: null,
        to: 'pending',
        actor: ctx.actor,
        at: ctx.now,
      }),
      ...waiver,
    ],
    ...registrationReads(ctx, { ids: [id] }),
  )
  const [made] = showRegistrations(ctx, results)
  if (!made) throw new ApiError('internal_error')
  return made
}

// Lists are joined and credits used once they are offered; until then neither can be asked for.
function checkAsked(ask: RegisterRequest, { program, person }: Registering): void {
  if (program.billing_status === 'unpaid') throw new ApiError('program_not_accepting_orders', { param: 'event_id' })
  if (ask.session_credit_id) throw new ApiError('credit_not_available', { param: 'session_credit_id' })
  if (ask.status === 'waitlisted' || ask.status === 'preregistered')
    throw new ApiError('option_not_on_sale', { param: 'status' })
  if (!person.relation.rights.includes('register'))
    throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
}

function checkEligible(ctx: Ctx, { event, option, person, program, others }: Registering): void {
  const times = { starts_at: Date.parse(event.starts_at), ends_at: Date.parse(event.ends_at), timezone: event.timezone }
  const sale = checkSale(
    { status: event.status, starts_at: times.starts_at, has_external_registration: event.has_external_registration },
    option.sale_status,
    ctx.now,
  )
  const refusal = sale ?? checkPerson(option, person.attendee, times)
  if (refusal) throw new ApiError(refusal.type, { param: refusal.param })

  const missing = missingFields(program.preferences.required_attendee_fields, person.attendee)
  const errors: FieldError[] = missing.map((param) => ({
    type: 'required',
    param,
    message: fieldSentence('required', ctx.language),
  }))
  if (missing.length > 0) throw new ApiError('attendee_fields_missing', { param: missing[0] ?? null, errors })

  if (others.some((other) => other.option_id === option.id))
    throw new ApiError('already_registered', { param: 'attendee_profile_id' })
  const occasion = {
    ...times,
    is_series: event.is_series,
    series_dates: event.series_dates.map((date) => ({
      starts_at: Date.parse(date.starts_at),
      ends_at: Date.parse(date.ends_at),
    })),
  }
  const isBusy = others.some((other) => overlap(occasion, other))
  if (isBusy && !program.preferences.ignore_attendee_conflicts)
    throw new ApiError('attendee_conflict', { param: 'attendee_profile_id' })
}
