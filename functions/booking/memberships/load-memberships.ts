import type { Ctx } from '../../platform/context.ts'
import {
  membershipById,
  membershipOfOrder,
  membershipsDue,
  postponeMembership,
  type ShownMembershipRow,
} from './membership-rows.ts'

/** A membership with everything the API shows, regardless of owner; null when it does not exist. */
export async function loadMembership(ctx: Ctx, id: string): Promise<ShownMembershipRow | null> {
  const [row] = await membershipById(ctx.db, id)
  return row ?? null
}

/** The membership that was bought with an order. */
export async function loadMembershipOfOrder(ctx: Ctx, orderId: string): Promise<ShownMembershipRow | null> {
  const [row] = await membershipOfOrder(ctx.db, orderId)
  return row ?? null
}

/** The ids of memberships that the scheduler must process by now, the longest overdue first. */
export async function dueMemberships(ctx: Ctx, max: number): Promise<string[]> {
  return (await membershipsDue(ctx.db, ctx.now, max)).map(({ id }) => id)
}

/** Postpones the next step of a membership, so that a membership that cannot be charged does not block the others. */
export const postpone = async (ctx: Ctx, id: string, until: number): Promise<void> =>
  postponeMembership(ctx.db, id, until)
