import { ApiError } from '../contract/api-error.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { type FoundRegistration, registrationsOfOrder } from '../registrations/found-registration.ts'
import {
  discountsOf,
  type ItemRow,
  itemsOf,
  oneOrder,
  type PaymentRow,
  paymentsOf,
  type WhichOrder,
} from './order-rows.ts'

export type { WhichOrder }
export type OrderHead = Awaited<ReturnType<typeof oneOrder>>[number]
export type FoundDiscount = Awaited<ReturnType<typeof discountsOf>>[number]
/** An order as it was read (`order`, `program`, `profile`, `user` …), with everything a decision about it needs. */
export type FoundOrder = OrderHead & {
  items: ItemRow[]
  discounts: FoundDiscount[]
  payments: PaymentRow[]
  registrations: FoundRegistration[]
}

/** The caller's order; a missing one and another's are the same `not_found` (reliability.md I-01). */
export async function findOwnOrder(ctx: CustomerContext, orderId: string): Promise<FoundOrder> {
  return asFound(await ctx.db.batch(foundReads(ctx, orderId, ctx.actor.customer_id)))
}

/** Any order, for the clock, a provider's answer or an organiser whose right was checked. */
export async function findOrder(ctx: Ctx, orderId: WhichOrder): Promise<FoundOrder> {
  return asFound(await ctx.db.batch(foundReads(ctx, orderId, null)))
}

type FoundReads = [
  ReturnType<typeof oneOrder>,
  ReturnType<typeof itemsOf>,
  ReturnType<typeof discountsOf>,
  ReturnType<typeof paymentsOf>,
  ReturnType<typeof registrationsOfOrder>,
]
export type FoundResults = readonly [OrderHead[], ItemRow[], FoundDiscount[], PaymentRow[], FoundRegistration[]]

/** The reads behind a found order, for the end of a batch that changed it. */
export function foundReads(ctx: Ctx, orderId: WhichOrder, customerId: string | null): FoundReads {
  const { db } = ctx
  return [
    oneOrder(db, orderId, customerId),
    itemsOf(db, orderId),
    discountsOf(db, orderId),
    paymentsOf(db, orderId),
    registrationsOfOrder(ctx, orderId),
  ]
}

/** Puts together what `foundReads` read. */
export function asFound([[head], items, discounts, payments, registrations]: FoundResults): FoundOrder {
  if (!head) throw new ApiError('not_found', { param: 'order_id' })
  return { ...head, items, discounts, payments, registrations }
}

/** The payment under way: at most one an order (decisions.md §2). */
export function livePayment(found: Pick<FoundOrder, 'payments'>): PaymentRow | null {
  return (
    found.payments.find(
      (payment) =>
        payment.status === 'created' || payment.status === 'requires_action' || payment.status === 'processing',
    ) ?? null
  )
}
