import { and, eq, inArray, lte, min, notExists, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import {
  accountBalanceEntries,
  accountBalances,
  accountDeletions,
  answerChanges,
  appointmentSlots,
  bookings,
  cardDeclines,
  checkIns,
  coupons,
  customerProfiles,
  discounts,
  facts,
  feedback,
  fileUses,
  groupPlaces,
  orderItems,
  orders,
  orderInstalments,
  payments,
  receipts,
  refundRequests,
  refunds,
  registrations,
  statusHistory,
  waiverAcceptances,
} from '../../platform/database/tables.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import * as discountStates from '../../contract/states/discount-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Erased accounts whose orders are due for a check, the oldest due first. */
export const accountsWithOldRecords = (ctx: Ctx, limit: number) =>
  ctx.db
    .select({ id: accountDeletions.id, customer_id: accountDeletions.customer_id })
    .from(accountDeletions)
    .where(lte(accountDeletions.records_due_at, ctx.now))
    .orderBy(accountDeletions.records_due_at)
    .limit(limit)

/**
 * Orders without any change since `before`, including their places, payments and refunds, with the coupons that they
 * used.
 */
export const oldOrdersOf = (ctx: Ctx, input: { customer_id: string; before: number; limit: number }) =>
  ctx.db
    .select({
      id: orders.id,
      coupon_ids: sql<string>`(SELECT json_group_array(d.coupon_id) FROM discounts AS d WHERE d.order_id = orders.id AND d.state IN ${statusList(discountStates.redeemed)})`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.customer_id, input.customer_id),
        lte(orders.updated, input.before),
        sql`${orders.status} IN ${statusList(orderStates.atRest)}`,
        notExists(
          ctx.db
            .select({ is_newer: sql`1` })
            .from(payments)
            .where(sql`${payments.order_id} = ${orders.id} AND ${payments.updated} > ${input.before}`),
        ),
        notExists(
          ctx.db
            .select({ is_newer: sql`1` })
            .from(refunds)
            .where(sql`${refunds.order_id} = ${orders.id} AND ${refunds.updated} > ${input.before}`),
        ),
        notExists(
          ctx.db
            .select({ is_newer: sql`1` })
            .from(accountBalanceEntries)
            .where(
              sql`${accountBalanceEntries.order_id} = ${orders.id} AND ${accountBalanceEntries.created} > ${input.before}`,
            ),
        ),
        notExists(
          ctx.db
            .select({ is_newer: sql`1` })
            .from(bookings)
            .where(sql`${bookings.order_id} = ${orders.id} AND ${bookings.ends_at} > ${input.before}`),
        ),
      ),
    )
    .orderBy(orders.created)
    .limit(input.limit)

/** Allows the schema to delete records up to this time. */
export const keepRecordsSince = (ctx: Ctx, before: number): Statement => {
  const value = String(before)
  return ctx.db
    .insert(facts)
    .values({ name: 'records_kept_since', value, updated: ctx.now })
    .onConflictDoUpdate({ target: facts.name, set: { value, updated: ctx.now } })
}

/** Removes one order with everything that belongs to it; the coupon's use count remains. */
export function removeOrder(ctx: Ctx, order: { id: string; coupon_ids: string[] }): Statement[] {
  const { db } = ctx
  const ofOrder = (table: string) => sql`(SELECT x.id FROM ${sql.raw(table)} AS x WHERE x.order_id = ${order.id})`
  const ownEntries = sql`(SELECT e.id FROM account_balance_entries AS e WHERE e.order_id = ${order.id}
    UNION SELECT e.id FROM account_balance_entries AS e WHERE e.refund_id IN ${ofOrder('refunds')})`
  return [
    db
      .delete(fileUses)
      .where(sql`${fileUses.kind} = 'registration' AND ${fileUses.owner_id} IN ${ofOrder('registrations')}`),
    db.delete(answerChanges).where(sql`${answerChanges.registration_id} IN ${ofOrder('registrations')}`),
    db.delete(waiverAcceptances).where(sql`${waiverAcceptances.registration_id} IN ${ofOrder('registrations')}`),
    db.delete(appointmentSlots).where(sql`${appointmentSlots.registration_id} IN ${ofOrder('registrations')}`),
    historyOf(
      ctx,
      'check_in',
      sql`(SELECT c.registration_id || ':' || c.day FROM check_ins AS c WHERE c.registration_id IN ${ofOrder('registrations')})`,
    ),
    db.delete(checkIns).where(sql`${checkIns.registration_id} IN ${ofOrder('registrations')}`),
    historyOf(ctx, 'balance_entry', ownEntries),
    historyOf(ctx, 'registration', ofOrder('registrations')),
    historyOf(
      ctx,
      'feedback',
      sql`(SELECT f.id FROM feedback AS f WHERE f.registration_id IN ${ofOrder('registrations')})`,
    ),
    historyOf(ctx, 'instalment', ofOrder('order_instalments')),
    historyOf(ctx, 'payment', ofOrder('payments')),
    historyOf(ctx, 'refund', ofOrder('refunds')),
    historyOf(ctx, 'refund_request', ofOrder('refund_requests')),
    historyOf(ctx, 'order', sql`(${order.id})`),
    db.delete(accountBalanceEntries).where(sql`${accountBalanceEntries.id} IN ${ownEntries}`),
    db.delete(feedback).where(sql`${feedback.registration_id} IN ${ofOrder('registrations')}`),
    db.delete(cardDeclines).where(eq(cardDeclines.order_id, order.id)),
    db.delete(discounts).where(eq(discounts.order_id, order.id)),
    db
      .update(coupons)
      .set({
        times_redeemed: sql`${coupons.times_redeemed} + 1`,
        times_redeemed_before: sql`${coupons.times_redeemed_before} + 1`,
      })
      .where(inArray(coupons.id, order.coupon_ids)),
    db.delete(orderItems).where(eq(orderItems.order_id, order.id)),
    db.delete(groupPlaces).where(sql`${groupPlaces.registration_id} IN ${ofOrder('registrations')}`),
    db.delete(registrations).where(eq(registrations.order_id, order.id)),
    db.delete(receipts).where(eq(receipts.order_id, order.id)),
    db.delete(refunds).where(eq(refunds.order_id, order.id)),
    db.delete(refundRequests).where(eq(refundRequests.order_id, order.id)),
    db.delete(orderInstalments).where(eq(orderInstalments.order_id, order.id)),
    db.delete(payments).where(eq(payments.order_id, order.id)),
    db.delete(orders).where(eq(orders.id, order.id)),
  ]
}

const ownProfiles = (customer_id: string) =>
  sql`(SELECT p.id FROM ${customerProfiles} AS p WHERE p.customer_id = ${customer_id})`

/** Removes equally old entries of a customer's ledger that belong to no remaining order, and an empty balance. */
export function removeOldEntries(ctx: Ctx, input: { customer_id: string; before: number }): Statement[] {
  const old = sql`(SELECT e.id FROM account_balance_entries AS e WHERE e.customer_profile_id IN ${ownProfiles(input.customer_id)}
    AND e.created <= ${input.before} AND NOT EXISTS (SELECT 1 FROM orders AS o WHERE o.id = e.order_id)
    AND NOT EXISTS (SELECT 1 FROM refunds AS f WHERE f.id = e.refund_id))`
  return [
    historyOf(ctx, 'balance_entry', old),
    ctx.db.delete(accountBalanceEntries).where(sql`${accountBalanceEntries.id} IN ${old}`),
    ctx.db.delete(accountBalances).where(
      sql`${accountBalances.customer_profile_id} IN ${ownProfiles(input.customer_id)} AND NOT EXISTS (SELECT 1 FROM account_balance_entries AS e
          WHERE e.customer_profile_id = ${accountBalances.customer_profile_id} AND e.currency = ${accountBalances.currency})`,
    ),
  ]
}

const historyOf = (ctx: Ctx, object: string, ids: ReturnType<typeof sql>): Statement =>
  ctx.db.delete(statusHistory).where(sql`${statusHistory.object} = ${object} AND ${statusHistory.object_id} IN ${ids}`)

/** The oldest remaining record of a customer's orders and ledger. */
export const oldestOrder = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ at: min(orders.updated) })
    .from(orders)
    .where(eq(orders.customer_id, customer_id))
export const oldestEntry = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({ at: min(accountBalanceEntries.created) })
    .from(accountBalanceEntries)
    .where(sql`${accountBalanceEntries.customer_profile_id} IN ${ownProfiles(customer_id)}`)

/** Sets when an erased account is checked again; null once nothing is left. */
export const setRecordsDue = (ctx: Ctx, input: { id: string; records_due_at: number | null }): Statement =>
  ctx.db.update(accountDeletions).set({ records_due_at: input.records_due_at }).where(eq(accountDeletions.id, input.id))
