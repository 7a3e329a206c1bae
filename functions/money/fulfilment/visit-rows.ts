import { eq, sql } from 'drizzle-orm'
import { among } from '../../platform/database/json-lists.ts'
import type { Ctx } from '../../platform/context.ts'
import { registrations, sessionCredits } from '../../platform/database/tables.ts'

/** The visit that pays for a place: whether it was returned, and how many visits of its package remain. */
export type PlaceVisit = {
  registration_id: string
  session_credit_id: string
  is_returned: boolean
  available: number
  total: number
  is_unlimited: boolean
  /** False when the package has expired, so a returned visit cannot be used. */
  is_good: boolean
}

/** The visits of these places. No statement runs when there are no places. */
export async function visitsOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  registrationIds: readonly string[],
): Promise<PlaceVisit[]> {
  if (registrationIds.length === 0) return []
  const rows = await ctx.db
    .select({
      registration_id: registrations.id,
      session_credit_id: sessionCredits.id,
      is_returned: sql<number>`EXISTS (SELECT 1 FROM session_credit_entries AS e WHERE e.session_credit_id = ${sessionCredits.id} AND e.registration_id = ${registrations.id} AND e.kind = 'return')`,
      available: sessionCredits.available,
      total: sessionCredits.amount,
      is_unlimited: sessionCredits.is_unlimited,
      expires_at: sessionCredits.expires_at,
    })
    .from(registrations)
    .innerJoin(sessionCredits, eq(sessionCredits.id, registrations.session_credit_id))
    .where(sql`${registrations.id} IN ${among(registrationIds)}`)
  return rows.map(({ expires_at, ...row }) => ({
    ...row,
    is_returned: row.is_returned === 1,
    is_good: expires_at === null || ctx.now < expires_at,
  }))
}
