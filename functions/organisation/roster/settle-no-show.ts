import { returnable } from '../../contract/money/refund.ts'
import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { overwriteLine } from '../../money/orders/change-lines.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import { createRefund, loadOrderWithRefunds } from '../../money/refunds/create-refund.ts'
import { findRegistration, type LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { recordRegistrationChange } from '../../booking/registrations/registration-steps.ts'
import { finalAt } from './no-show.ts'
import { returnVisit } from '../../booking/session-credits/spend-credit.ts'

/**
 * Refunds a no-show once its mark is final: the visit, or the remaining money the way it was paid, at most the
 * refundable remainder of the order. A repeated run refunds nothing.
 */
export async function settleNoShow(ctx: Ctx, registrationId: string): Promise<void> {
  const [place] = await findRegistration(ctx, registrationId)
  if (place?.registration.status !== 'no_show' || ctx.now < finalAt(place)) return
  const { registration } = place
  if (registration.no_show_return === 0) return

  const back = registration.session_credit_id === null ? await returnMoney(ctx, place) : returnVisit(ctx, registration)
  await commit(ctx, [
    ...recordRegistrationChange(ctx, place, { actor: system, reason: 'no_show_final', set: { no_show_return: 0 } }),
    ...back,
  ])
}

async function returnMoney(ctx: Ctx, { registration }: LoadedRegistration): Promise<Statement[]> {
  const { id, order_id, no_show_return, penalty } = registration
  if (order_id === null) return []
  const order = await loadOrderWithRefunds(ctx, order_id)
  const item = order.items.find((each) => each.registration_id === id && each.cancelled_at === null)
  const amount = Math.min(no_show_return, returnable(order))
  if (order.status !== 'paid' || !item || amount <= 0) return []
  const set = { amount_cancelled: order.amount_cancelled + amount }
  return [
    ...transitionOrder(ctx, order, 'paid', { actor: system, reason: 'no_show', set }),
    overwriteLine(ctx, item.id, { amount_cancelled: item.amount_cancelled + amount }),
    ...createRefund(ctx, order, {
      amount,
      dedupe: `no_show:${id}`,
      reason: 'no_show',
      inputs: { registration_id: id, penalty, no_show_return },
      actor: system,
    }),
  ]
}
