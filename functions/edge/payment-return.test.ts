import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../contract/money/payment.ts'
import { PaymentReturn } from '../contract/money/payment.ts'
import type { Worker } from '../platform/context.ts'
import { sandboxIntents } from '../platform/database/tables.ts'
import { eq } from 'drizzle-orm'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { openShop, type Shop } from '../test-bench/shop.ts'
import { paymentReturnStatus } from './payment-return.ts'

let bench: Bench
let shop: Shop
const app = new Hono<Worker>().route('/confirm-payment', paymentReturnStatus)
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench)
})
const executionCtx = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} } as unknown as ExecutionContext
const status = async (query: string) => {
  const answer = await app.request(`http://localhost:8787/confirm-payment/status?${query}`, {}, bench.env, executionCtx)
  expect(answer.status).toBe(200)
  return PaymentReturn.parse(await answer.json())
}
async function atTheBank() {
  const nadia = await shop.customer()
  const order = await shop.cart(nadia)
  const payment = (await (
    await shop.pay(nadia, order, 'pm_card_authenticationRequired', { return_url: 'https://evil.example/x' })
  ).json()) as Payment
  const [intent] = await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.payment_id, payment.id))
  return { nadia, order, payment, query: new URL(intent?.return_url ?? '').searchParams }
}

describe('GET /confirm-payment/status', () => {
  it("the token in the bank's redirect shows the payment's status without a log-in", async () => {
    const { order, payment, query } = await atTheBank()
    expect(await status(String(query))).toMatchObject({
      state: 'checking',
      order_id: order.order_id,
      program_id: shop.programId,
    })
    await shop.decideAtBank(payment, 'confirm')
    expect(await status(String(query))).toMatchObject({
      state: 'succeeded',
      return_url: `/pg/${shop.programId}/profile/orders/${order.order_id}`,
    })
  })

  it('the page shows a failure after the bank declined', async () => {
    const { payment, query } = await atTheBank()
    await shop.decideAtBank(payment, 'refuse')
    expect(await status(String(query))).toMatchObject({ state: 'failed' })
  })

  it('M-15: a forged result in the URL leaves the order open', async () => {
    const { nadia, order, query } = await atTheBank()
    expect(await status(`${query}&redirect_status=succeeded&state=succeeded`)).toMatchObject({ state: 'checking' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'requires_action', payment_status: 'unpaid' })
  })

  it('the page shows nothing without a valid token of this payment', async () => {
    const [one, other] = [await atTheBank(), await atTheBank()]
    const changed = (field: string, value: string) => {
      const query = new URLSearchParams(one.query)
      query.set(field, value)
      return String(query)
    }
    const nothing = { state: 'needs_login', order_id: null, program_id: null, return_url: null }
    expect(await status('')).toMatchObject(nothing)
    expect(await status(changed('t', 'x'))).toMatchObject(nothing)
    expect(await status(changed('t', other.query.get('t') ?? ''))).toMatchObject(nothing)
    expect(await status(changed('order_id', other.order.order_id))).toMatchObject({
      state: 'not_found',
      order_id: null,
    })
    expect(await status(changed('program_id', 'elsewhere'))).toMatchObject({ state: 'not_found' })
    bench.pass(24 * 3_600_000 + 1)
    expect(await status(String(one.query))).toMatchObject(nothing)
  })
})
