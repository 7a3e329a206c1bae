import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { returnEntry } from './credit-rows.ts'

/** Statements that give back the visit which paid for a booking whose person did not come, with its old expiry. Of credits without limit none was spent. */
export function returnVisit(
  ctx: Ctx,
  { id, session_credit_id }: { id: string; session_credit_id: string | null },
): Statement[] {
  if (session_credit_id === null) return []
  return [returnEntry(ctx.db, { id: ctx.newId('cre'), session_credit_id, registration_id: id, created: ctx.now })]
}
