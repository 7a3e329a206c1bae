import type { Actor } from '../../platform/actor.ts'
import { enterBalance } from '../balances/balance-ledger.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { MembershipChange, ShownMembershipRow } from '../../booking/memberships/membership-rows.ts'
import { taxesOf } from '../../offering/pricing/line-price.ts'
import { sum } from '../../offering/pricing/shares.ts'

/**
 * The paid days of an ending membership's pauses that reduce no later charge. They are credited to the customer's
 * balance with the tax paid on them. Returns the credited amount, the changed columns and the statements, for the
 * batch that ends the membership.
 */
export function creditPausedDays(
  ctx: Ctx,
  { membership: row, currency, selling }: Pick<ShownMembershipRow, 'membership' | 'currency' | 'selling'>,
  actor: Actor,
): { amount: number; set: MembershipChange; writes: Statement[] } {
  const { id, program_id, customer_id, customer_profile_id, credit_amount } = row
  if (credit_amount <= 0) return { amount: 0, set: {}, writes: [] }
  const added = taxesOf(credit_amount, 0, selling).filter(({ is_included }) => !is_included)
  const amount = credit_amount + sum(added.map((tax) => tax.amount))
  const owner = { program_id, customer_id, customer_profile_id, currency }
  const entry = { kind: 'refund_credit', amount, dedupe: `hold_credit:${id}`, actor } as const
  return { amount, set: { credit_amount: 0 }, writes: enterBalance(ctx, owner, entry) }
}
