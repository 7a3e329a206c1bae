import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentSource } from '../../contract/people/customer.ts'
import { orders, payments, refundRequests, refunds } from '../../platform/database/tables.ts'
import { chargeStoredCard } from '../payments/charge-stored-card.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { approveRefund } from './decide-refund-request.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ event: { options: [{ spots: null }] } }))
})

/** A cancelled order with two payments of 100.00 and then 60.00, and two requests for 60.00 each. */
async function twoRequests() {
  const nadia = await shop.customer()
  const attached = await bench.call(
    `/v1/profile/programs/${shop.programId}/payment_methods/pm_card_visa/attach`,
    nadia.json({}),
  )
  const { id: payment_source_id } = (await attached.json()) as PaymentSource
  const { order_id } = await shop.cart(nadia)
  await bench.call(
    `/v1/profile/orders/${order_id}/payments`,
    nadia.json({ checkout_method: 'card', payment_source_id }),
  )
  await bench.env.DB.prepare('UPDATE orders SET amount_total = amount_total + 6000 WHERE id = ?').bind(order_id).run()
  bench.pass(1000)
  await chargeStoredCard(clockContext(bench), { order_id, key: `second:${order_id}`, amount: 6000 })
  await shop.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order_id))
  const requests = [1, 2].map(() => `rfr_${unique()}`)
  for (const id of requests)
    await shop.db.insert(refundRequests).values({
      id,
      order_id,
      program_id: shop.programId,
      customer_id: nadia.identity.customer_id,
      status: 'requested',
      reason: 'other',
      amount: 6000,
      created: bench.now(),
      updated: bench.now(),
    })
  return { order_id, requests }
}

/** Approves both requests at once. Returns what each payment refunds and what it received. */
async function approveBoth() {
  const { order_id, requests } = await twoRequests()
  const actor = { type: 'system' } as const
  await Promise.allSettled(
    requests.map((refund_request_id) =>
      approveRefund(clockContext(bench), { program_id: shop.programId, refund_request_id, actor }),
    ),
  )
  const sent = await shop.db.select().from(refunds).where(eq(refunds.order_id, order_id))
  const paid = await shop.db.select().from(payments).where(eq(payments.order_id, order_id))
  const back = paid.map(({ id, amount_received }) => ({
    amount_received,
    returned: sent.filter(({ payment_id }) => payment_id === id).reduce((sum, { amount }) => sum + amount, 0),
  }))
  return { back, isWithin: back.every(({ returned, amount_received }) => returned <= amount_received) }
}

describe('two refunds of one order approved at once', () => {
  it('each payment refunds at most what it received', async () => {
    const { results } = await bench.env.DB.prepare(
      `SELECT sql FROM sqlite_master WHERE name = 'refund_within_payment'`,
    ).all<{ sql: string }>()
    const trigger = results[0]?.sql ?? ''
    await bench.env.DB.prepare('DROP TRIGGER refund_within_payment').run()
    let isCaught = false
    for (let round = 0; round < 5 && !isCaught; round += 1) isCaught = !(await approveBoth()).isWithin
    await bench.env.DB.prepare(trigger).run()
    expect(isCaught).toBe(true)

    for (let round = 0; round < 3; round += 1) {
      const { back, isWithin } = await approveBoth()
      expect(isWithin).toBe(true)
      expect(back.reduce((sum, { returned }) => sum + returned, 0)).toBe(12_000)
    }
  })
})
