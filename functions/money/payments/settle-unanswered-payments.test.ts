import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payment } from '../../contract/money/payment.ts'
import { facts, mailbox, sandboxIntents, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import type { Scenario } from '../../platform/cards/sandbox-answers.ts'
import { setNextScenario } from '../../platform/cards/sandbox.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})
beforeEach(async () => {
  await shop.db.delete(facts).where(eq(facts.name, 'sandbox_next'))
})
const setScenario = (next: Scenario['next'], seconds = 60) => setNextScenario(bench.env, { next, seconds }, bench.now())
const minutes = (count: number) => bench.pass(count * 60_000)
const alertsAbout = async (payment: Payment) =>
  (await shop.db.select().from(mailbox)).filter((mail) => mail.dedupe.startsWith(`mail.payment_alert:${payment.id}:`))
const timesPaid = async (orderId: string) =>
  (
    await shop.db
      .select()
      .from(statusHistory)
      .where(and(eq(statusHistory.object_id, orderId), eq(statusHistory.to_status, 'paid')))
  ).length

describe('a payment whose response is late', () => {
  it('the scheduler settles the payment and its places stay held until then', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await setScenario('late', 20 * 60)
    const payment = (await (await shop.pay(nadia, order)).json()) as Payment
    expect(payment).toMatchObject({ status: 'processing', has_next_action: false })
    minutes(18)
    await nadia.renew()
    await bench.tick()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'processing' })
    minutes(3)
    await nadia.renew()
    await bench.tick()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid', payment_status: 'paid' })
    await bench.tick()
    expect(await timesPaid(order.order_id)).toBe(1)
    expect(await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))).toHaveLength(1)
  })

  it('no second payment is possible while the first has no response', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await setScenario('never')
    const payment = (await (await shop.pay(nadia, order)).json()) as Payment
    for (let hour = 0; hour < 3; hour += 1) {
      minutes(60)
      await bench.tick()
    }
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'processing' })
    const again = await shop.pay(nadia, order)
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ id: payment.id, status: 'processing' })
    expect(
      await (await bench.call(`/v1/profile/orders/${order.order_id}/cancel`, nadia.json({}))).json(),
    ).toMatchObject({
      code: 409,
      type: 'payment_in_progress',
    })
  })

  it('a payment that is reported twice is recorded once', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await setScenario('twice')
    await shop.pay(nadia, order)
    await bench.tick()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid', amount_paid: { value: 10_000 } })
    expect(await timesPaid(order.order_id)).toBe(1)
    expect(await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))).toHaveLength(1)
  })
})

describe('a lost response from the provider', () => {
  it('returns 402 until a repeated request finds the payment', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await setScenario('lost')
    const lost = await shop.pay(nadia, order)
    expect(lost.status).toBe(402)
    expect(((await lost.json()) as { message: string }).message).toMatch(
      /not charged unless you got a receipt; we check/,
    )
    expect(await (await shop.pay(nadia, order)).json()).toMatchObject({ status: 'created' })
    minutes(1)
    const again = await shop.pay(nadia, order)
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ status: 'succeeded', amount_received: { value: 10_000 } })
    expect(
      await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id)),
    ).toMatchObject([{ attempt: 1, amount_received: 10_000 }])
    expect(await timesPaid(order.order_id)).toBe(1)
  })

  it('the scheduler settles a payment whose response was lost, if the customer sends no second request', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await setScenario('lost')
    await shop.pay(nadia, order)
    minutes(2)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
  })

  it('a request that never reached the provider charged nothing', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await setScenario('unreachable')
    expect((await shop.pay(nadia, order)).status).toBe(402)
    minutes(1)
    const again = await shop.pay(nadia, order)
    expect(again.status).toBe(201)
    expect(
      await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id)),
    ).toMatchObject([{ attempt: 2, amount_received: 10_000 }])
    expect(await timesPaid(order.order_id)).toBe(1)
  })
})

describe('M-16: a provider with wrong responses', () => {
  it('a charge of too small an amount leaves the order partly paid', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await setScenario('other_amount')
    const payment = (await (await shop.pay(nadia, order)).json()) as Payment
    expect(payment).toMatchObject({ status: 'succeeded', amount_received: { value: 5000 } })
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'pending',
      payment_status: 'partially_paid',
      amount_due: { value: 5000 },
      receipt_number: null,
    })
    expect(await alertsAbout(payment)).toMatchObject([
      { recipient: 'hello@lakeside.example', subject: `Too little was paid: $50.00, order ${order.order_id}` },
    ])
    expect((await shop.pay(nadia, order)).status).toBe(201)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid', amount_paid: { value: 10_000 } })
  })

  it('a partly paid order keeps its places and can be paid or cancelled', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await setScenario('other_amount')
    await shop.pay(nadia, order)
    const post = async (path: string) => bench.call(`/v1/profile/${path}`, nadia.json({}))
    for (const change of [
      await post(`registrations/${order.registration_ids[0]}/cancel`),
      await bench.call(`/v1/profile/orders/${order.order_id}/items/${order.item_ids[0]}`, {
        method: 'DELETE',
        headers: nadia.headers,
      }),
    ]) {
      expect(change.status).toBe(409)
      expect(((await change.json()) as { type: string }).type).toBe('payment_in_progress')
    }
    expect((await post(`orders/${order.order_id}/cancel`)).status).toBe(200)
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'cancelled',
      amount_returned: { value: 5000 },
      refund_status: 'refunded',
    })
  })

  it('a partial payment is refunded when the time to pay ends', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await setScenario('other_amount')
    await shop.pay(nadia, order)
    minutes(16)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'expired',
      amount_returned: { value: 5000 },
      refund_status: 'refunded',
    })
  })

  it.each([
    { mismatch: 'order_id', received: 'ord_other' },
    { mismatch: 'payment_id', received: 'pay_other' },
    { mismatch: 'currency', received: 'USD' },
  ])('a response with another $mismatch changes nothing', async ({ mismatch, received }) => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    await shop.decideAtBank(payment, 'confirm')
    const [intent] = await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.payment_id, payment.id))
    await shop.db
      .update(sandboxIntents)
      .set({ [mismatch]: `${received}${mismatch === 'currency' ? '' : payment.id}` })
      .where(eq(sandboxIntents.id, intent?.id ?? ''))
    for (let time = 0; time < 10; time += 1)
      expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'requires_action' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'requires_action', amount_paid: { value: 0 } })
    expect(await alertsAbout(payment)).toHaveLength(1)
  })
})
