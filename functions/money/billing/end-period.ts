import type { Actor } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { ShownMembershipRow } from '../../booking/memberships/membership-rows.ts'
import { type LoadedOrder, loadOrder } from '../orders/load-order.ts'
import { closeIntents } from '../payments/close-intents.ts'
import { endUnpaidOrder } from '../payments/end-unpaid-order.ts'

/** The open order of a membership, with its payments closed at the provider; null if there is none. */
export async function closeOpenOrder(ctx: Ctx, { open_order_id }: ShownMembershipRow): Promise<LoadedOrder | null> {
  return open_order_id === null ? null : closeIntents(ctx, await loadOrder(ctx, open_order_id))
}

/** Statements that end the order of a period that will not be paid. */
export const endPeriodOrder = (ctx: Ctx, order: LoadedOrder | null, actor: Actor): Statement[] =>
  order === null || order.membership_id === null
    ? []
    : endUnpaidOrder(ctx, order, {
        to: 'cancelled',
        actor,
        reason: 'membership_ended',
        set: { cancel_reason: actor.type === 'customer' ? 'customer' : 'organiser', hold_expires_at: null },
      })
