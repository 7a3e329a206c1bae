import { dayMs } from '../../contract/limits.ts'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../../contract/money/payment.ts'
import { orderStatuses } from '../../contract/states/order-states.ts'
import {
  eventOptions,
  mailbox,
  orders,
  refunds,
  registrations,
  sandboxIntents,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Cart, makeCart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { makeEvent } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})
const cancel = (person: Person, order: Cart, body: Record<string, unknown> = {}) =>
  bench.call(`/v1/profile/orders/${order.order_id}/cancel`, person.json(body))
const put = (person: Person, order: Cart, body: Record<string, unknown>) =>
  bench.call(`/v1/profile/orders/${order.order_id}`, { ...person.json(body), method: 'PUT' })
const placesOf = async (order: Cart) =>
  (await shop.db.select().from(registrations).where(eq(registrations.order_id, order.order_id))).map(
    (place) => place.status,
  )

describe('POST orders/{id}/cancel', () => {
  it('returns 200 with every place of the order cancelled and one mail', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2, fee: 300 })
    await shop.pay(nadia, order)
    const answer = await cancel(nadia, order)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      object: 'order',
      status: 'cancelled',
      cancel_reason: 'customer',
      refund_status: 'pending',
      amount_returning: { value: 20_000 },
      amount_due: { value: 0 },
    })
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      refund_status: 'partially_refunded',
      amount_returned: { value: 20_000 },
      receipt_number: expect.any(String),
    })
    expect(await placesOf(order)).toEqual(['cancelled', 'cancelled'])
    const mails = await shop.db
      .select()
      .from(mailbox)
      .where(eq(mailbox.recipient, nadia.email))
      .orderBy(desc(mailbox.id))
    expect(mails.map((mail) => mail.subject)).toEqual(['Cancelled: Canoe Week', expect.stringContaining('Confirmed')])
    expect(mails[0]?.text).toContain('$200.00 goes back to Visa ending 4242')
    const again = await cancel(nadia, order)
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({
      status: 'cancelled',
      amount_returning: { value: 0 },
      amount_returned: { value: 20_000 },
    })
    expect(await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))).toHaveLength(1)
  })

  it('returns 409 quote_stale if the refund differs from the one that was shown', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2 })
    await shop.pay(nadia, order)
    const [now] = (await shop.orderOf(nadia, order)).returns_if_cancelled
    expect(now).toMatchObject({ amount_returned: { value: 20_000 }, amount_requested: { value: 0 } })
    const stale = await cancel(nadia, order, { reason: 'other', reason_other: 'We move.', expected_amount: 19_999 })
    expect([stale.status, await stale.json()]).toMatchObject([409, { type: 'quote_stale', param: 'expected_amount' }])
    expect(await placesOf(order)).toEqual(['confirmed', 'confirmed'])
    const answer = await cancel(nadia, order, { reason: 'moved_away', expected_amount: now?.amount_returned })
    expect([answer.status, await answer.json()]).toMatchObject([200, { returns_if_cancelled: [] }])
    expect(await placesOf(order)).toEqual(['cancelled', 'cancelled'])
  })

  it('the mail names only the places that this call cancels', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2 })
    await shop.pay(nadia, order)
    const [first] = (await shop.orderOf(nadia, order)).registrations
    await bench.call(`/v1/profile/registrations/${first?.id}/cancel`, nadia.json({}))
    await cancel(nadia, order)
    const [mail] = await shop.db
      .select()
      .from(mailbox)
      .where(eq(mailbox.recipient, nadia.email))
      .orderBy(desc(mailbox.id))
    expect(mail?.text.match(/Canoe Week, /g)).toHaveLength(1)
    expect(mail?.text).toContain('$100.00 goes back')
  })

  it('returns 409 already_started if one of the places has started', async () => {
    const soon = await makeEvent(bench, { programId: shop.programId, startsAt: bench.now() + dayMs })
    const nadia = await shop.customer()
    const order = await makeCart(bench, nadia, {
      programId: shop.programId,
      eventId: soon.event_id,
      optionId: soon.option_ids[0],
      places: 2,
    })
    await shop.pay(nadia, order)
    bench.pass(dayMs)
    await nadia.renew()
    expect(await (await cancel(nadia, order)).json()).toMatchObject({ code: 409, type: 'already_started' })
    expect(await placesOf(order)).toEqual(['confirmed', 'confirmed'])
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
  })

  it('the payment at the bank is ended before the unpaid order is cancelled', async () => {
    const one = await makeEvent(bench, { programId: shop.programId, options: [{ spots: 1 }] })
    const nadia = await shop.customer()
    const order = await makeCart(bench, nadia, {
      programId: shop.programId,
      eventId: one.event_id,
      optionId: one.option_ids[0],
    })
    await shop.pay(nadia, order, 'pm_card_authenticationRequired')
    expect(await (await cancel(nadia, order)).json()).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'customer',
      payments: [{ status: 'cancelled' }],
    })
    expect(
      await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id)),
    ).toMatchObject([{ state: 'canceled' }])
    expect(await placesOf(order)).toEqual(['cancelled'])
    expect(
      (await shop.db.select().from(eventOptions).where(eq(eventOptions.id, one.option_ids[0])))[0]?.spots_taken,
    ).toBe(0)
  })

  it('returns a conflict for an order whose payment has just succeeded', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    await shop.decideAtBank(payment, 'confirm')
    expect(await (await cancel(nadia, order)).json()).toMatchObject({
      code: 409,
      type: 'state_conflict',
      param: 'paid',
    })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
  })

  it("returns 409 for a cart and 404 for another customer's order", async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    expect(await (await cancel(nadia, order)).json()).toMatchObject({
      code: 409,
      type: 'state_conflict',
      param: 'draft',
    })
    expect((await cancel(await shop.customer(), order)).status).toBe(404)
    expect((await bench.call(`/v1/profile/orders/${order.order_id}/cancel`, { method: 'POST' })).status).toBe(401)
  })
})

describe('PUT orders/{id}', () => {
  it.each(orderStatuses.filter((status) => status !== 'cancelled' && status !== 'paid'))(
    'M-13: returns 403 for a customer who sets %s',
    async (status) => {
      const nadia = await shop.customer()
      const order = await shop.cart(nadia)
      await shop.pay(nadia, order)
      expect(await (await put(nadia, order, { status })).json()).toMatchObject({
        code: 403,
        type: 'transition_not_allowed',
        param: 'paid',
      })
    },
  )

  it('returns 403 for a customer who sets status paid', async () => {
    for (const status of orderStatuses.filter((each) => each !== 'paid')) {
      const nadia = await shop.customer()
      const order = await shop.cart(nadia)
      await shop.db.update(orders).set({ status }).where(eq(orders.id, order.order_id))
      expect(await (await put(nadia, order, { id: order.order_id, status: 'paid' })).json()).toMatchObject({
        code: 403,
        type: 'transition_not_allowed',
        param: status,
      })
      expect(await placesOf(order)).toEqual(['pending'])
    }
  })

  it('C4: returns 400 for the id of another order in the body', async () => {
    const nadia = await shop.customer()
    const [order, other] = [await shop.cart(nadia), await shop.cart(nadia)]
    for (const body of [{ id: other.order_id }, { id: other.order_id, status: 'cancelled' }])
      expect(await (await put(nadia, order, body)).json()).toMatchObject({
        code: 400,
        type: 'invalid_parameter',
        param: 'id',
      })
    for (const each of [order, other]) expect(await shop.orderOf(nadia, each)).toMatchObject({ status: 'draft' })
    expect((await put(nadia, order, { id: order.order_id })).status).toBe(200)
  })

  it('PUT with status cancelled cancels the order', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    expect(
      await (await put(nadia, order, { amount_total: 1, receipt_number: 'x', currency: 'USD' })).json(),
    ).toMatchObject({ status: 'paid', currency: 'CAD', amount_total: { value: 10_000 } })
    expect(await (await put(nadia, order, { price: 1 })).json()).toMatchObject({
      code: 400,
      type: 'unknown_parameter',
      param: 'price',
    })
    expect(await (await put(nadia, order, { status: 'cancelled' })).json()).toMatchObject({
      object: 'order',
      status: 'cancelled',
    })
    expect((await put(await shop.customer(), order, { status: 'cancelled' })).status).toBe(404)
  })
})
