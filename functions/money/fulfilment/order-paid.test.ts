import { provider } from '../../platform/actor.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeContext } from '../../platform/make-context.ts'
import { commit } from '../../platform/database/commit.ts'
import { eventOptions, orders, outbox, receiptCounters, registrations } from '../../platform/database/tables.ts'
import { loadOrder } from '../orders/load-order.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { openShop } from '../../test-bench/shop.ts'
import { receiptYear } from '../orders/issue-receipt.ts'
import { orderPaid } from './order-paid.ts'

let shared: Bench
beforeAll(async () => {
  shared = await openBench()
})
const many = 20
const context = () => makeContext({ env: shared.env, now: shared.now(), requestId: 'test' })
async function pendingOrder() {
  const shop = await openShop(shared)
  const order = await shop.cart(await shop.customer(), { places: 2 })
  await shop.db.update(orders).set({ status: 'pending' }).where(eq(orders.id, order.order_id))
  const counted = async () =>
    (await shop.db.select().from(receiptCounters).where(eq(receiptCounters.program_id, shop.programId)))[0]?.last ?? 0
  return { shop, order, counted }
}

describe('the effects of a paid order', () => {
  it('twenty concurrent writers give an order one receipt number and one mail', async () => {
    const { shop, order, counted } = await pendingOrder()
    const attempts = await Promise.all(
      Array.from({ length: many }, async () => {
        const ctx = context()
        return { ctx, order: await loadOrder(ctx, order.order_id) }
      }),
    )
    const endings = await Promise.allSettled(
      attempts.map(({ ctx, order }) => commit(ctx, orderPaid(ctx, order, { actor: provider }))),
    )
    expect(endings.filter((ending) => ending.status === 'fulfilled')).toHaveLength(1)
    for (const ending of endings)
      if (ending.status === 'rejected') expect(ending.reason).toMatchObject({ type: 'state_conflict' })
    expect(await counted()).toBe(1)
    expect((await shop.db.select().from(outbox).where(eq(outbox.ref, order.order_id))).map((row) => row.kind)).toEqual([
      'order.paid',
    ])
    expect(
      (await shop.db.select().from(registrations).where(eq(registrations.order_id, order.order_id))).map((place) => [
        place.status,
        place.step,
      ]),
    ).toEqual([
      ['confirmed', 1],
      ['confirmed', 1],
    ])
    expect((await shop.db.select().from(eventOptions).where(eq(eventOptions.id, shop.optionId)))[0]?.spots_taken).toBe(
      2,
    )
  })

  it('without its safeguard, twenty concurrent writers take several receipt numbers', async () => {
    const { shop, order, counted } = await pendingOrder()
    const readThenWrite = async () => {
      const [row] = await shop.db.select().from(orders).where(eq(orders.id, order.order_id))
      if (row?.status !== 'pending') return
      await shared.bareDb.batch([
        shared.bareDb.prepare("UPDATE orders SET status = 'paid' WHERE id = ?").bind(order.order_id),
        shared.bareDb
          .prepare(
            'INSERT INTO receipt_counters (program_id, year, last) VALUES (?, 2027, 1) ON CONFLICT DO UPDATE SET last = last + 1',
          )
          .bind(shop.programId),
      ])
    }
    await Promise.all(Array.from({ length: many }, readThenWrite))
    expect(await counted()).toBeGreaterThan(1)
  })

  it('a batch that fails because a place is gone takes no receipt number', async () => {
    const { shop, order, counted } = await pendingOrder()
    await shop.db.update(registrations).set({ status: 'expired' }).where(eq(registrations.order_id, order.order_id))
    await shop.db.update(eventOptions).set({ spots_total: 1 }).where(eq(eventOptions.id, shop.optionId))
    await shop.db.update(orders).set({ status: 'expired' }).where(eq(orders.id, order.order_id))
    const ctx = context()
    const expired = await loadOrder(ctx, order.order_id)
    await expect(commit(ctx, orderPaid(ctx, expired, { actor: provider }))).rejects.toMatchObject({
      type: 'sold_out',
    })
    expect(await counted()).toBe(0)
    expect((await shop.db.select().from(orders).where(eq(orders.id, order.order_id)))[0]).toMatchObject({
      status: 'expired',
      receipt_number: null,
    })
  })
})

describe('the year in a receipt number', () => {
  it.each([
    { at: '2027-01-01T04:59:59Z', timezone: 'America/Toronto', year: 2026 },
    { at: '2027-01-01T05:00:00Z', timezone: 'America/Toronto', year: 2027 },
    { at: '2026-12-31T12:00:00Z', timezone: 'Pacific/Auckland', year: 2027 },
    { at: '2027-07-01T00:00:00Z', timezone: 'UTC', year: 2027 },
  ])('the year is $year in $timezone at $at', ({ at, timezone, year }) =>
    expect(receiptYear(Date.parse(at), timezone)).toBe(year),
  )
})
