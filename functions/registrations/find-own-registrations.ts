import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import type { FoundRegistration } from './found-registration.ts'
import { ownByIds } from './registration-rows.ts'

/** The caller's registrations in the order they were asked for; one that is missing or another's is `not_found` (reliability.md I-05). */
export async function findOwnRegistrations(ctx: Ctx, ids: readonly string[]): Promise<FoundRegistration[]> {
  if (!ctx.identity) throw new ApiError('not_authenticated')
  const rows = await ownByIds(ctx.db, ids, ctx.identity.customer_id)
  const byId = new Map(rows.map((row) => [row.registration.id, row]))

  return ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw new ApiError('not_found', { param: 'registration_id' })
    return row
  })
}
