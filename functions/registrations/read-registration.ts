import { ApiError } from '../contract/api-error.ts'
import type { Registration } from '../contract/registration.ts'
import type { Ctx } from '../context.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'

/** One registration of the caller. */
export async function readRegistration(ctx: Ctx, ask: { registration_id: string }): Promise<Registration> {
  const [found] = showRegistrations(ctx, await ctx.db.batch(registrationReads(ctx, { ids: [ask.registration_id] })))
  if (!found) throw new ApiError('not_found', { param: 'registration_id' })
  return found
}
