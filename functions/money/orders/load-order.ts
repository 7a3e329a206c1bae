import { ApiError } from '../../contract/api-error.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { IdOrLookup, Ids } from '../../platform/database/database.ts'
import {
  type AvailableCoupons,
  availableCoupons,
  couponReads,
  type CouponResults,
} from '../discounts/available-coupons.ts'
import { type LoadedRegistration, registrationsAroundOrder } from '../../booking/registrations/load-registration.ts'
import { discountsOf, itemsOf, type ItemRow, oneOrder, type PaymentRow, paymentsOf } from './order-rows.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'

type OrderResult = Awaited<ReturnType<typeof oneOrder>>[number]
/** A discount of an order with its coupon, entered or automatic. */
export type AppliedDiscount = Awaited<ReturnType<typeof discountsOf>>[number]
/** An order with its program, its customer and everything that a rule needs. */
export type LoadedOrder = OrderResult['order'] &
  Omit<OrderResult, 'order'> & {
    items: ItemRow[]
    discounts: AppliedDiscount[]
    payments: PaymentRow[]
    registrations: LoadedRegistration[]
    /** The booking that moves to the place of this order once it is paid; null for other orders. */
    moved: LoadedRegistration | null
  }
/** An order with the coupons it might use; `coupons` is null if the program has no discounts. */
export type LoadedCart = LoadedOrder & { coupons: AvailableCoupons | null }

/** The caller's order. Throws `not_found` for a missing order and for another customer's. */
export async function loadOwnOrder(ctx: CustomerContext, orderId: string): Promise<LoadedOrder> {
  return toOrder(await ctx.db.batch(orderReads(ctx, orderId, ctx.actor.customer_id)))
}

/** Any order, for the scheduler, the provider, or an organiser whose permission was checked. */
export async function loadOrder(ctx: Ctx, orderId: IdOrLookup): Promise<LoadedOrder> {
  return toOrder(await ctx.db.batch(orderReads(ctx, orderId, null)))
}

/** The caller's order with the coupons it might use, in one database round trip. */
export async function loadOwnCart(
  ctx: CustomerContext,
  orderId: string,
  code: string | null = null,
): Promise<LoadedCart> {
  return toCart(ctx, await ctx.db.batch(cartReads(ctx, orderId, code)))
}

type OrderReads = [
  ReturnType<typeof oneOrder>,
  ReturnType<typeof itemsOf>,
  ReturnType<typeof discountsOf>,
  ReturnType<typeof paymentsOf>,
  ReturnType<typeof registrationsAroundOrder>,
]
export type OrderResults = readonly [OrderResult[], ItemRow[], AppliedDiscount[], PaymentRow[], LoadedRegistration[]]

/** Queries of an order, or of several, for a batch. A `customerId` of null accepts any customer. */
export function orderReads(ctx: Ctx, orderId: Ids, customerId: string | null): OrderReads {
  const { db } = ctx
  return [
    oneOrder(db, orderId, customerId),
    itemsOf(db, orderId),
    discountsOf(db, orderId),
    paymentsOf(db, orderId),
    registrationsAroundOrder(ctx, orderId),
  ]
}

/** The order from the results of `orderReads`. */
export function toOrder([[result], items, discounts, payments, places]: OrderResults): LoadedOrder {
  if (!result) throw new ApiError('not_found', { param: 'order_id' })
  const { order, ...rest } = result
  const registrations = places.filter(({ registration }) => registration.order_id === order.id)
  const moved = places.find(({ registration }) => registration.order_id !== order.id) ?? null
  return { ...order, ...rest, items, discounts, payments, registrations, moved }
}

/** Several orders from the results of `orderReads`. */
export const toOrders = ([orders, items, discounts, payments, places]: OrderResults): LoadedOrder[] =>
  orders.map((each) => {
    const { id, moves_registration_id } = each.order
    const isOwn = ({ order_id }: { order_id: string | null }) => order_id === id
    return toOrder([
      [each],
      items.filter(isOwn),
      discounts.filter(({ discount }) => isOwn(discount)),
      payments.filter(isOwn),
      places.filter(({ registration }) => isOwn(registration) || registration.id === moves_registration_id),
    ])
  })

/** Queries of the caller's order with its coupons, for a batch. */
export function cartReads(ctx: CustomerContext, orderId: IdOrLookup, code: string | null = null) {
  const { customer_id } = ctx.actor
  return [
    ...orderReads(ctx, orderId, customer_id),
    ...couponReads(ctx, { program_id: null, order_id: orderId, customer_id, code }),
  ] as const
}

/** The cart from the results of `cartReads`. */
export function toCart(
  ctx: Ctx,
  [orders, items, discounts, payments, registrations, ...coupons]: readonly [...OrderResults, ...CouponResults],
): LoadedCart {
  const order = toOrder([orders, items, discounts, payments, registrations])
  return { ...order, coupons: couponsOfProgram(ctx, order, coupons) }
}

/**
 * The coupons of a program. Null if it has no discounts, and for a move order or a later period of a membership, whose
 * prices are fixed.
 */
export function couponsOfProgram(
  ctx: Ctx,
  {
    program,
    moves_registration_id = null,
    membership_id = null,
  }: Pick<LoadedOrder, 'program'> & Partial<Pick<LoadedOrder, 'moves_registration_id' | 'membership_id'>>,
  results: CouponResults,
): AvailableCoupons | null {
  const isOpen = moves_registration_id === null && membership_id === null
  return program.features.discounts === true && isOpen ? availableCoupons(ctx, results) : null
}

/** The payment in progress. An order has at most one. */
export function livePayment({ payments }: Pick<LoadedOrder, 'payments'>): PaymentRow | null {
  return payments.find(({ status }) => paymentStates.live.has(status)) ?? null
}
