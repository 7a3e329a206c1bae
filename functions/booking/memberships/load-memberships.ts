import type { Ctx } from '../../platform/context.ts'
import {
  membershipById,
  membershipOfOrder,
  membershipsDue,
  postponeMembership,
  type ShownMembershipRow,
} from './membership-rows.ts'

/** A membership with all that is shown of it, whose ever it is; null where there is none. */
export async function loadMembership(ctx: Ctx, id: string): Promise<ShownMembershipRow | null> {
  const [row] = await membershipById(ctx.db, id)
  return row ?? null
}

/** The membership that was bought with an order. */
export async function loadMembershipOfOrder(ctx: Ctx, orderId: string): Promise<ShownMembershipRow | null> {
  const [row] = await membershipOfOrder(ctx.db, orderId)
  return row ?? null
}

/** The ids of memberships that the clock is to look at by now, those that wait longest first. */
export async function dueMemberships(ctx: Ctx, most: number): Promise<string[]> {
  return (await membershipsDue(ctx.db, ctx.now, most)).map(({ id }) => id)
}

/** Lets a membership wait: what can never be charged keeps no other waiting. */
export const postpone = async (ctx: Ctx, id: string, until: number): Promise<void> =>
  postponeMembership(ctx.db, id, until)
