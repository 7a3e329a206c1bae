import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { requireFreeAttendee } from './busy-attendee.ts'
import type { LoadedRegistration } from './load-registration.ts'
import { othersOf, personOf } from './register-rows.ts'

/**
 * Checks the people of a waitlist entry again when it is offered places. Throws for people whom the caller may no
 * longer register, or who have another booking at the time and whose program forbids that.
 */
export async function checkOthers(ctx: CustomerContext, places: readonly LoadedRegistration[]): Promise<void> {
  for (const { registration, booking, program } of places) {
    const { attendee_profile_id, customer_id } = registration
    const [others, [person]] = await ctx.db.batch([
      othersOf(ctx.db, attendee_profile_id, ctx.now),
      personOf(ctx.db, attendee_profile_id, customer_id),
    ])
    if (!person?.relation.rights.includes('register') || person.profile.is_archived)
      throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
    requireFreeAttendee(program, { times: booking, others })
  }
}
