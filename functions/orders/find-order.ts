import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { type FoundRegistration, registrationsOfOrder } from '../registrations/found-registration.ts'
import { discountsOf, type ItemRow, itemsOf, oneOrder, type OrderRow, type PaymentRow, paymentsOf } from './order-rows.ts'

type Head = Awaited<ReturnType<typeof oneOrder>>[number]
/** An order as it was read, with everything a decision about it needs. */
export type FoundOrder = {
  order: OrderRow
  program: Head['program']
  profile: Head['profile']
  user: Head['user']
  items: ItemRow[]
  discounts: Awaited<ReturnType<typeof discountsOf>>
  payments: PaymentRow[]
  registrations: FoundRegistration[]
}

/** The caller's order; a missing one and another's are the same `not_found` (reliability.md I-01). */
export async function findOwnOrder(ctx: Ctx, orderId: string): Promise<FoundOrder> {
  if (!ctx.identity) throw new ApiError('not_authenticated')
  return read(ctx, orderId, ctx.identity.customer_id)
}

/** Any order, for the clock, a provider's answer or an organiser whose right was checked. */
export async function findOrder(ctx: Ctx, orderId: string): Promise<FoundOrder> {
  return read(ctx, orderId, null)
}

async function read(ctx: Ctx, orderId: string, customerId: string | null): Promise<FoundOrder> {
  const { db } = ctx
  const [[head], items, discounts, payments, registrations] = await db.batch([
    oneOrder(db, orderId, customerId), itemsOf(db, orderId), discountsOf(db, orderId), paymentsOf(db, orderId), registrationsOfOrder(ctx, orderId),
  ])
  if (!head) throw new ApiError('not_found', { param: 'order_id' })
  return { order: head.order, program: head.program, profile: head.profile, user: head.user, items, discounts, payments, registrations }
}

/** The payment under way: at most one an order (decisions.md §2). */
export function livePayment(found: Pick<FoundOrder, 'payments'>): PaymentRow | null {
  return found.payments.find((payment) => payment.status === 'created' || payment.status === 'requires_action' || payment.status === 'processing') ?? null
}
