import type { PaymentState } from '../../contract/states/payment-states.ts'
import type { Order } from '../../contract/money/order.ts'
import type { PaymentReturn } from '../../contract/money/payment.ts'
import type { Ctx } from '../../platform/context.ts'
import { toOrder, orderReads } from '../orders/load-order.ts'
import { refreshPayment } from './refresh-payment.ts'
import { findPayment } from './get-payment.ts'
import { orderOfPayment, paymentById } from './payment-rows.ts'
import { returnAddress } from './return-address.ts'
import { checkReturnToken } from './return-token.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import * as orderStates from '../../contract/states/order-states.ts'

type PaymentReturnInput = {
  program_id?: string | undefined
  order_id?: string | undefined
  payment_id?: string | undefined
  t?: string | undefined
}

/**
 * The URL to continue with from a mail about a stored card: the bank's while it waits for a confirmation, otherwise the
 * status page. The signed token replaces the log-in; null if the token is not valid.
 */
export async function continueToBank(ctx: Ctx, input: PaymentReturnInput): Promise<string | null> {
  const { order_id = '', payment_id = '', program_id = '', t: token = '' } = input
  const answer = await paymentReturn(ctx, input)
  if (answer.order_id === null) return null
  const [payment] = await paymentById(ctx.db, payment_id)
  if (payment?.status === 'requires_action' && payment.next_action_url !== null) return payment.next_action_url
  return returnAddress(ctx.siteOrigin, { program_id, order_id, payment_id, token })
}

/**
 * What /confirm-payment may show: the status read at the provider. The signed token replaces the log-in, and no other
 * parameter is trusted. Throws without a valid token or a log-in.
 */
export async function paymentReturn(ctx: Ctx, input: PaymentReturnInput): Promise<PaymentReturn> {
  const { payment_id = '', t = '' } = input
  const nothing = { object: 'payment_return' as const, order_id: null, program_id: null, return_url: null }
  if (!(await checkReturnToken(ctx.env, { token: t, payment_id, now: ctx.now })))
    return { ...nothing, state: 'needs_login' }
  const [[whose], ...read] = await ctx.db.batch([
    orderOfPayment(ctx.db, payment_id),
    ...orderReads(ctx, input.order_id ?? '', null),
  ])
  if (!whose || whose.order_id !== input.order_id || whose.program_id !== input.program_id)
    return { ...nothing, state: 'not_found' }

  const order = await refreshPayment(ctx, toOrder(read), payment_id)
  const { return_url, status, charge_key, next_action_url } = findPayment(order, payment_id)
  // A bank step without a URL runs on the page, for the owner only.
  const needsOwner = status === 'requires_action' && next_action_url === null
  return {
    object: 'payment_return',
    ...whose,
    return_url,
    state: needsOwner ? 'needs_login' : stateOf(status, { order: order.status, isCharge: charge_key !== null }),
  }
}

// A charge of a stored card pays only part of its order, so the payment's own status counts.
function stateOf(
  payment: PaymentState,
  { order, isCharge }: { order: Order['status']; isCharge: boolean },
): PaymentReturn['state'] {
  const isEnded = orderStates.ended.has(order)
  const failed = orderStates.finished.has(order) ? 'failed_after_checkout' : 'failed'
  if (isCharge ? payment === 'succeeded' : order === 'paid') return 'succeeded'
  if (paymentStates.accepted.has(payment)) return isEnded && !isCharge ? failed : 'still_processing'
  return paymentStates.unsuccessful.has(payment) ? failed : 'checking'
}
