import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { requireFreeAttendee } from './busy-attendee.ts'
import type { LoadedRegistration } from './load-registration.ts'
import { othersOf, personOf } from './register-rows.ts'

/**
 * Throws for people whom the caller may no longer register, or who are busy at the time if their program forbids that:
 * facts from when they joined a waitlist are checked again when it offers a place.
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
