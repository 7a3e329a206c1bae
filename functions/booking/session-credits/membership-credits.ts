import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { insertCreditEntryOfGrant, insertCreditsOnce, setPersonOfCredits } from './credit-rows.ts'

type Holder = {
  id: string
  program_id: string
  customer_id: string
  customer_profile_id: string
  attendee_profile_id: string | null
  package_id: string
}

/**
 * Statements that grant a membership the credits of one of its periods, once per key; `amount` null means unlimited.
 */
export function insertMembershipCredits(
  ctx: Ctx,
  membership: Holder,
  { key, amount, expires_at }: { key: string; amount: number | null; expires_at: number | null },
): Statement[] {
  const id = ctx.newId('crd')
  const { program_id, customer_id, customer_profile_id, attendee_profile_id, package_id } = membership
  const row = {
    id,
    program_id,
    customer_id,
    customer_profile_id,
    attendee_profile_id,
    package_id,
    order_id: null,
    order_item_id: null,
    amount: amount ?? 0,
    is_unlimited: amount === null,
    expires_at,
    membership_id: membership.id,
    grant_key: key,
    created: ctx.now,
    updated: ctx.now,
  }
  const entry = { id: ctx.newId('cre'), dedupe: `grant:${membership.id}:${key}`, amount: amount ?? 0, created: ctx.now }
  return [
    insertCreditsOnce(ctx.db, row),
    ...(amount === null
      ? []
      : [insertCreditEntryOfGrant(ctx.db, { ...entry, membership_id: membership.id, grant_key: key })]),
  ]
}

/** The statement that gives the credits of a membership to its person. */
export const moveMembershipCredits = (ctx: Ctx, membership: Pick<Holder, 'id' | 'attendee_profile_id'>): Statement =>
  setPersonOfCredits(ctx.db, { ...membership, updated: ctx.now })
