import { ApiError } from '../../contract/api-error.ts'
import type { Entitlement } from '../../contract/booking/entitlement.ts'
import { type List, list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { openDays } from '../../offering/pricing/membership-days.ts'
import { programOfCredits } from './credit-rows.ts'
import { countsVisits } from './entitlement.ts'
import { familyMemberships, personalMemberships } from './entitlement-rows.ts'
import { packageNames } from './read-session-balance.ts'

/**
 * The memberships that let the caller book with a program: those for the whole family, and those of the people they may
 * register, paid by any of their adults.
 */
export async function listEntitlements(
  ctx: CustomerContext,
  { program_id }: { program_id: string },
): Promise<List<Entitlement>> {
  const whose = { program_id, customer_id: ctx.actor.customer_id }
  const [[program], family, people] = await ctx.db.batch([
    programOfCredits(ctx.db, program_id),
    familyMemberships(ctx.db, whose),
    personalMemberships(ctx.db, whose),
  ])
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  const data = [...people, ...family].flatMap(({ held, package: named }): Entitlement[] => {
    const days = held && openDays(held)
    if (!held || !days) return []
    return [
      {
        object: 'entitlement',
        program_id,
        package_id: held.package_id,
        ...localize(packageNames(named), ctx.contentLanguage),
        attendee_profile_id: held.attendee_profile_id,
        counts_visits: countsVisits(held),
        ...days,
      },
    ]
  })
  return list(data, data.length, { limit: data.length, skip: 0 })
}
