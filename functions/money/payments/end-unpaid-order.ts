import type { StatusIn } from '../../contract/states/status-set.ts'
import type * as orderStates from '../../contract/states/order-states.ts'
import type { Actor } from '../../platform/actor.ts'
import { releaseBalance } from '../balances/balance-ledger.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { releaseDiscounts } from '../discounts/reserve-discounts.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import type { OrderChange } from '../orders/order-rows.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import { endIncomplete } from '../../booking/memberships/memberships-paid.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { transitionPayment, returnMoney } from './payment-steps.ts'

type Ending = {
  to: StatusIn<typeof orderStates.ended>
  actor: Actor
  reason: string
  note?: string | null
  set?: OrderChange
}

/**
 * Statements that end an unpaid order: they free its places and coupons, close its payments, release its reserved
 * balance once, and refund partial payments.
 */
export function endUnpaidOrder(ctx: Ctx, order: LoadedOrder, ending: Ending): Statement[] {
  const { actor, reason, note = null } = ending
  const held = order.registrations.filter((place) => place.registration.status === 'pending')
  const open = order.payments.filter(
    (payment) =>
      paymentStates.live.has(payment.status) || (payment.status === 'failed' && payment.checkout_method === 'card'),
  )
  return [
    ...releaseBalance(ctx, order, actor),
    ...transitionOrder(ctx, order, ending.to, { actor, reason, note, ...(ending.set ? { set: ending.set } : {}) }),
    ...held.flatMap((place) =>
      transitionRegistration(ctx, place, ending.to === 'expired' ? 'expired' : 'cancelled', {
        actor,
        reason,
        note,
        set: { hold_expires_at: null },
      }),
    ),
    ...open.flatMap((payment) => transitionPayment(ctx, payment, 'cancelled', { actor, reason })),
    ...endIncomplete(ctx, order, actor),
    ...releaseDiscounts(ctx, order),
    ...paymentsToReturn(order).map((payment) => returnMoney(ctx, payment)),
  ]
}

/** The partial payments of an unpaid order, which its end refunds. */
export const paymentsToReturn = ({ payments }: LoadedOrder): LoadedOrder['payments'] =>
  payments.filter(({ status, amount_received }) => status === 'succeeded' && amount_received > 0)
