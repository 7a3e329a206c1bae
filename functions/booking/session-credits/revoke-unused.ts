import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creditsOfLine } from './credit-ledger.ts'
import { creditsById, insertCreditEntry } from './credit-rows.ts'

/** The visits of a package by the line item that bought it; none before it is paid. */
export const visitsOfLine = (ctx: Ctx, itemId: string) => creditsById(ctx.db, creditsOfLine(itemId))

/**
 * Statements that revoke the unused visits of a package, once per cause; a visit booked at the same moment aborts the
 * batch.
 */
export function revokeUnused(ctx: Ctx, visits: { id: string; available: number }, cause: string): Statement[] {
  if (visits.available === 0) return []
  return [
    insertCreditEntry(ctx.db, {
      id: ctx.newId('cre'),
      session_credit_id: visits.id,
      kind: 'revoke',
      amount: -visits.available,
      registration_id: null,
      dedupe: `revoke:${cause}`,
      created: ctx.now,
    }),
  ]
}
