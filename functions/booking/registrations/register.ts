import { localeOf } from '../../contract/date-format.ts'
import type { BookedTimes } from '../../contract/booked-times.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { RegisterRequest, Registration } from '../../contract/booking/registration.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { checkPerson, checkSale, noneWaived, type Refusal, type Waived } from './eligibility.ts'
import { formResponse } from './form-response.ts'
import { checkAttendee } from './hold-registration.ts'
import { loadRegistrationFacts, type RegistrationFacts } from './load-registration-facts.ts'
import { creditFor, creditGone, hasCreditFor } from '../session-credits/spend-credit.ts'
import type { Bookable } from '../session-credits/credit-rules.ts'
import { tooManyHeld } from '../spots/hold-ceilings.ts'
import { isEntitled, whyClosed } from '../session-credits/entitlement.ts'
import { releaseLapsed } from './release-lapsed.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'
import { takePlace } from './take-place.ts'

/**
 * Takes a place for a family member: pending, held as long as the program's setting. The database decides in the batch
 * whether a place is left and whether the person already has one. `offerToWaitlistFirst` first gives free places to
 * waiting customers.
 */
export async function register(
  ctx: CustomerContext,
  input: RegisterRequest,
  offerToWaitlistFirst: (ctx: Ctx, eventId: string) => Promise<void>,
): Promise<Registration> {
  const registering = await loadRegistrationFacts(ctx, input)
  checkInput(registering)
  const bookable = bookableOf(registering)
  const credit = await creditFor(ctx, input.session_credit_id, bookable)
  checkEligible(ctx, registering, credit.id !== null || (await mayPayPrice(ctx, registering, bookable)))
  if (registering.hasWaitlist) await offerToWaitlistFirst(ctx, registering.event.id)
  const form_response = await formResponse(ctx, input.form_response, {
    fields: registering.event.fields,
    country: registering.program.country,
    signer: registering.contact,
  })

  const { program, event, option } = registering
  const id = ctx.newId('reg')
  const place = takePlace(ctx, registering, {
    id,
    form_response,
    session_credit_id: credit.id,
    waiver: input.waiver,
  })

  ctx.request.setCreatedLocation(`/v1/profile/registrations/${id}`)
  ctx.request.invalidateTags(`places:${program.id}`, `event:${event.id}`)
  const results = await commit(
    ctx,
    [...releaseLapsed(ctx, [{ kind: 'event', source_id: event.id, option_id: option.id }]), ...credit.writes, ...place],
    ...registrationReads(ctx, { ids: [id] }),
  )
    .catch(creditGone)
    .catch(tooManyHeld(ctx, { param: 'option_id', option_id: option.id }))
  const [made] = await showRegistrations(ctx, results)
  if (!made) throw new ApiError('internal_error')
  return made
}

/** The booking as the rules of visits read it. */
export const bookableOf = ({
  program,
  person,
  event,
}: Pick<RegistrationFacts, 'program' | 'person' | 'event'>): Bookable => ({
  program_id: program.id,
  attendee_profile_id: person.profile.id,
  package_ids: event.restrict_to_package_ids,
  starts: [Date.parse(event.starts_at)],
})

// A customer with a matching package may pay the price of an option instead of using a visit, if the option has a
// price.
const mayPayPrice = async (ctx: CustomerContext, { option }: RegistrationFacts, bookable: Bookable): Promise<boolean> =>
  option.sale_status === 'restricted' && option.cost.cost.value > 0 && (await hasCreditFor(ctx, bookable))

/** Checks that apply to every registration: the program takes orders, and the caller may register the person. */
export function checkInput({ program, person }: Pick<RegistrationFacts, 'program' | 'person'>): void {
  if (program.billing_status === 'unpaid') throw new ApiError('program_not_accepting_orders', { param: 'event_id' })
  if (!person.relation.rights.includes('register'))
    throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
}

/** Null if an option is on sale now to this person, taking their packages into account; otherwise the refusal. */
export function checkOption(
  ctx: Ctx,
  {
    event,
    option,
    person,
    program,
  }: Pick<RegistrationFacts, 'event' | 'option' | 'person'> & { program: { country: string } },
  isHolder = false,
  waived: Waived = noneWaived,
): Refusal | null {
  const times = timesOf(event)
  const opening = {
    packageIds: event.restrict_to_package_ids,
    starts: [times.starts_at],
    isFree: option.cost.cost.value === 0,
  }
  const isOpen = isHolder || isEntitled(person.memberships, opening)
  const sale = checkSale(
    { status: event.status, starts_at: times.starts_at, has_external_registration: event.has_external_registration },
    // A restricted event is open to holders of its package, and to members on the days of their membership.
    isOpen && option.sale_status === 'restricted' ? 'on_sale' : option.sale_status,
    ctx.now,
  )
  if (!sale || waived.has(sale.type)) return checkPerson(option, person.attendee, times, waived)
  return sale.type === 'membership_required'
    ? { ...sale, ...whyClosed(localeOf(ctx.language, program.country), person.memberships, opening) }
    : sale
}

/** The times of an event in the form that the rules use. */
export const timesOf = (event: RegistrationFacts['event']) => ({
  starts_at: Date.parse(event.starts_at),
  ends_at: Date.parse(event.ends_at),
  timezone: event.timezone,
})

/** Checks the option and the person: on sale, suitable, no required field missing, no other booking at the time. */
export function checkEligible(
  ctx: Ctx,
  registering: RegistrationFacts,
  isHolder: boolean,
  waived: Waived = noneWaived,
): void {
  const { event, option } = registering
  const refusal = checkOption(ctx, registering, isHolder, waived)
  if (refusal) throw new ApiError(refusal.type, refusal)

  checkAttendee(ctx, registering, { option_id: option.id, times: bookedTimes(event), waived })
}

/** Every date of an event: the dates of a series, otherwise its single date. */
export function bookedTimes(event: RegistrationFacts['event']): BookedTimes {
  const series = event.series_dates.map((date) => ({
    starts_at: Date.parse(date.starts_at),
    ends_at: Date.parse(date.ends_at),
  }))
  const { timezone, overnight } = event
  return { timezone, overnight, dates: event.is_series && series.length > 0 ? series : [timesOf(event)] }
}
