// Over 250 lines: what one call guarantees, each payment method and each refusal.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { PaymentSource } from '../../contract/people/customer.ts'
import type { Payment } from '../../contract/money/payment.ts'
import {
  cardDeclines,
  orders,
  payments,
  registrations,
  sandboxIntents,
  statusHistory,
} from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Cart, makeCart } from '../../test-bench/orders.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { many, openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { declinePause } from './check-pay.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})

describe('POST orders/{id}/payments', () => {
  it('returns 201 with a receipt number and confirmed places', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { places: 2 })
    const answer = await shop.pay(nadia, order)
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({
      object: 'payment',
      status: 'succeeded',
      amount_total: { value: 20_000 },
      amount_received: { value: 20_000 },
      payment_source: { brand: 'visa', last4: '4242' },
      has_next_action: false,
    })
    const paid = await shop.orderOf(nadia, order)
    expect(paid).toMatchObject({
      status: 'paid',
      payment_status: 'paid',
      amount_due: { value: 0 },
      hold_expires_at: null,
    })
    expect(paid.receipt_number).toMatch(/^2027-\d{6}$/)
    const places = await shop.db.select().from(registrations).where(eq(registrations.order_id, order.order_id))
    expect(places.map((place) => [place.status, place.hold_expires_at])).toEqual([
      ['confirmed', null],
      ['confirmed', null],
    ])
  })

  it('C4: a card payment has all that the provider reports about the card', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const paid = (await (await shop.pay(nadia, order, 'pm_card_mastercard')).json()) as Payment
    const card = {
      brand: 'mastercard',
      last4: '4444',
      exp_month: 12,
      exp_year: 2034,
      funding: 'credit',
      country: 'US',
      three_d_secure: 'optional',
      is_default: false,
      status: 'consumed',
      usage: 'single_use',
      currency: null,
    }
    expect(paid.payment_source).toEqual(card)
    expect(Object.keys(PaymentSource.shape)).toEqual(['id', 'object', ...Object.keys(card)])

    const existing = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029 }
    await shop.db.update(payments).set({ card: existing }).where(eq(payments.id, paid.id))
    const unknown = { funding: null, country: null, three_d_secure: null, status: null, usage: null, currency: null }
    expect((await shop.orderOf(nadia, order)).payments[0]?.payment_source).toEqual({
      ...existing,
      ...unknown,
      is_default: false,
    })
  })

  it('returns 200 with the finished payment when it is paid again', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const first = (await (await shop.pay(nadia, order)).json()) as Payment
    const again = await shop.pay(nadia, order, 'pm_card_mastercard')
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ id: first.id, payment_source: { last4: '4242' } })
    expect(await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id))).toHaveLength(
      1,
    )
  })

  it('M-14: concurrent requests charge once and get the same response', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const answers = await Promise.all(Array.from({ length: many }, () => shop.pay(nadia, order)))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.every((status) => status === 200 || status === 201)).toBe(true)
    const ids = new Set(await Promise.all(answers.map(async (answer) => ((await answer.json()) as Payment).id)))
    expect(ids.size).toBe(1)
    expect(await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))).toHaveLength(1)
    expect(await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id))).toHaveLength(
      1,
    )
    const history = await shop.db.select().from(statusHistory).where(eq(statusHistory.object_id, order.order_id))
    expect(history.filter((row) => row.to_status === 'paid')).toHaveLength(1)
  })

  it('M-25: a repeated key returns the same bytes', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const key = { 'Idempotency-Key': 'one-act' }
    const first = await shop.pay(nadia, order, 'pm_card_visa', {}, key)
    const again = await shop.pay(nadia, order, 'pm_card_visa', {}, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await again.text()).toBe(await first.text())
    expect((await shop.pay(nadia, order, 'pm_card_mastercard', {}, key)).status).toBe(422)
  })

  it.each([
    ['pm_card_chargeDeclined', 'generic_decline', /did not accept/],
    ['4000000000009995', 'insufficient_funds', /not enough money.*Use another card/],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', /expired/],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', /security code/],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', /not charged/],
    ['pm_card_chargeDeclinedLostCard', 'lost_card', /did not accept/],
    ['pm_card_chargeDeclinedStolenCard', 'stolen_card', /did not accept/],
    ['pm_card_chargeDeclinedFraudulent', 'fraudulent', /did not accept/],
    ['pm_card_chargeCustomerFail', 'generic_decline', /did not accept/],
    ['4242424242424241', 'incorrect_number', /card number is not right/],
  ])('the declined card %s returns 402 %s with a reason and a next step', async (source, type, words) => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const answer = await shop.pay(nadia, order, source)
    expect(answer.status).toBe(402)
    const refusal = (await answer.json()) as { type: string; message: string }
    expect(refusal).toMatchObject({ code: 402, type })
    expect(refusal.message).toMatch(words)
    expect(refusal.message).not.toMatch(/lost|stolen|fraud/i)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending', payment_status: 'unpaid' })
    const [place] = await shop.db.select().from(registrations).where(eq(registrations.order_id, order.order_id))
    expect(place?.status).toBe('pending')
    expect(await shop.read(nadia, `/v1/profile/orders/${order.order_id}/payments?has_error=true`)).toMatchObject({
      total: 1,
      data: [{ status: 'failed', error_type: type }],
    })
    expect(await shop.read(nadia, `/v1/profile/orders/${order.order_id}/payments?has_error=false`)).toMatchObject({
      total: 0,
    })
  })

  it('another card after a decline uses the same payment intent', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order, 'pm_card_chargeDeclined')
    const answer = await shop.pay(nadia, order)
    expect(answer.status).toBe(201)
    const intents = await shop.db.select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id))
    expect(intents).toMatchObject([{ state: 'succeeded', attempt: 2 }])
    expect(await shop.read(nadia, `/v1/profile/orders/${order.order_id}/payments`)).toMatchObject({
      total: 1,
      data: [{ status: 'succeeded', error_type: null }],
    })
  })

  it('a hold has at least ten minutes left after the first decline', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia, { holdMinutes: 2 })
    await shop.db
      .update(orders)
      .set({ hold_started_at: bench.now() - 44 * 60_000 })
      .where(eq(orders.id, order.order_id))
    const heldUntil = async () => Date.parse((await shop.orderOf(nadia, order)).hold_expires_at ?? '') - bench.now()
    await shop.pay(nadia, order, 'pm_card_chargeDeclined')
    expect(await heldUntil()).toBe(10 * 60_000)
    bench.pass(5 * 60_000)
    await shop.pay(nadia, order, 'pm_card_chargeDeclined')
    expect(await heldUntil()).toBe(5 * 60_000)
    const [place] = await shop.db.select().from(registrations).where(eq(registrations.order_id, order.order_id))
    expect((place?.hold_expires_at ?? 0) - bench.now()).toBe(5 * 60_000)
  })

  it('M-22: returns 429 after six declines in ten minutes', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const wide = bench.env.RATE_LIMITS
    bench.env.RATE_LIMITS = 'strict'
    try {
      for (let time = 0; time < 6; time += 1)
        expect((await shop.pay(nadia, order, 'pm_card_chargeDeclined')).status).toBe(402)
      const other = await shop.cart(nadia)
      const refused = await shop.pay(nadia, other)
      expect(refused.status).toBe(429)
      expect(refused.headers.get('Retry-After')).toBe('600')
      bench.pass(10 * 60_000)
      await nadia.renew()
      expect((await shop.pay(nadia, await shop.cart(nadia))).status).toBe(201)
    } finally {
      bench.env.RATE_LIMITS = wide
    }
    expect(
      await shop.db.select().from(cardDeclines).where(eq(cardDeclines.customer_id, nadia.identity.customer_id)),
    ).toHaveLength(6)
  })

  it.each([
    { why: 'a missing payment method', body: {}, code: 400, type: 'required', param: 'checkout_method' },
    {
      why: 'a missing card',
      body: { checkout_method: 'card' },
      code: 400,
      type: 'required',
      param: 'payment_source_id',
    },
    {
      why: 'the free method with money due',
      body: { checkout_method: 'free' },
      code: 400,
      type: 'invalid_option',
      param: 'checkout_method',
    },
    {
      why: 'the offline method in a program without it',
      body: { checkout_method: 'offline' },
      code: 422,
      type: 'offline_not_available',
      param: 'checkout_method',
    },
    {
      why: 'an amount in the body',
      body: { checkout_method: 'card', payment_source_id: 'pm_card_visa', amount: 1 },
      code: 400,
      type: 'unknown_parameter',
      param: 'amount',
    },
    {
      why: 'an old quote',
      body: { checkout_method: 'card', payment_source_id: 'pm_card_visa', quote_version: 99 },
      code: 409,
      type: 'quote_stale',
      param: 'quote_version',
    },
  ])('returns $code $type for $why', async ({ body, code, type, param }) => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const answer = await bench.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json(body))
    expect(answer.status).toBe(code)
    const refusal = (await answer.json()) as Record<string, unknown>
    expect(refusal).toMatchObject({ type, param })
    if (type === 'quote_stale')
      expect(refusal.quote).toMatchObject({ object: 'quote', order_id: order.order_id, amount_due: { value: 10_000 } })
    expect(await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))).toEqual([])
  })

  it("returns 404 for another customer's order", async () => {
    const [nadia, other] = [await shop.customer(), await shop.customer()]
    const order = await shop.cart(nadia)
    expect((await shop.pay(other, order)).status).toBe(404)
    expect(
      (
        await bench.call(`/v1/profile/orders/${order.order_id}/payments`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"checkout_method":"card"}',
        })
      ).status,
    ).toBe(401)
    const payment = (await (await shop.pay(nadia, order)).json()) as Payment
    const mine = await shop.cart(other)
    expect(
      (await bench.call(`/v1/profile/orders/${mine.order_id}/payments/${payment.id}/confirm`, other.json({}))).status,
    ).toBe(404)
    expect((await bench.call(`/v1/profile/orders/${order.order_id}/payments`, { headers: other.headers })).status).toBe(
      404,
    )
  })

  it('returns 409 hold_expired once the places were released', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    bench.pass(15 * 60_000)
    await nadia.renew()
    bench.pass(1)
    const answer = await shop.pay(nadia, order)
    expect(await answer.json()).toMatchObject({ code: 409, type: 'hold_expired' })
  })

  it('returns 409 if the event was cancelled or has begun', async () => {
    const nadia = await shop.customer()
    const off = await makeEvent(bench, { programId: shop.programId })
    const begun = await makeEvent(bench, { programId: shop.programId, startsAt: bench.now() })
    const cartOf = async (event: typeof off) =>
      makeCart(bench, nadia, { programId: shop.programId, eventId: event.event_id, optionId: event.option_ids[0] })
    const carts = [await cartOf(off), await cartOf(begun)] as const
    await bench.bareDb.prepare("UPDATE events SET status = 'cancelled' WHERE id = ?").bind(off.event_id).run()
    expect(await (await shop.pay(nadia, carts[0])).json()).toMatchObject({ code: 422, type: 'option_not_on_sale' })
    expect(await (await shop.pay(nadia, carts[1])).json()).toMatchObject({ code: 409, type: 'already_started' })
  })

  it('M-23: a free order gets a receipt number without a card', async () => {
    const nadia = await shop.customer()
    const free = await makeEvent(bench, { programId: shop.programId, options: [{ cost: 0, name: 'One afternoon' }] })
    const order = await makeCart(bench, nadia, {
      programId: shop.programId,
      eventId: free.event_id,
      optionId: free.option_ids[0],
    })
    const answer = await bench.call(
      `/v1/profile/orders/${order.order_id}/payments`,
      nadia.json({ checkout_method: 'free' }),
    )
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({
      status: 'succeeded',
      checkout_method: 'free',
      amount_total: { value: 0 },
    })
    const paid = await shop.orderOf(nadia, order)
    expect(paid).toMatchObject({ status: 'paid', payment_status: 'no_payment_required' })
    expect(paid.receipt_number).toMatch(/^2027-\d{6}$/)
    expect(
      (await bench.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json({ checkout_method: 'free' })))
        .status,
    ).toBe(200)
  })

  it('concurrent payments leave no gap in the receipt numbers', async () => {
    const own = await makeProgram(bench)
    const event = await makeEvent(bench, { programId: own })
    const people = await Promise.all(Array.from({ length: 20 }, () => makeCustomer(bench, { programIds: [own] })))
    const carts = await Promise.all(
      people.map((person) =>
        makeCart(bench, person, { programId: own, eventId: event.event_id, optionId: event.option_ids[0] }),
      ),
    )
    await Promise.all(
      people.map((person, at) =>
        shop.pay(person, carts[at] as Cart, at % 4 === 0 ? 'pm_card_chargeDeclined' : 'pm_card_visa'),
      ),
    )
    const numbers = (await shop.db.select().from(orders).where(eq(orders.program_id, own)))
      .map((order) => order.receipt_number)
      .filter(Boolean)
      .sort()
    expect(numbers).toEqual(Array.from({ length: 15 }, (_, at) => `2027-${String(at + 1).padStart(6, '0')}`))
  })
})

const minutes = (...each: number[]) => each.map((minute) => minute * 60_000)

describe('the pause after many declines', () => {
  it.each([
    { why: 'five declines cause no pause', times: minutes(5, 4, 3, 2, 1), now: 5, pause: null },
    { why: 'the sixth decline pauses cards for ten minutes', times: minutes(6, 5, 4, 3, 2, 1), now: 6, pause: 600 },
    { why: 'the pause gets shorter with time', times: minutes(6, 5, 4, 3, 2, 1), now: 15.5, pause: 30 },
    { why: 'the pause ends', times: minutes(6, 5, 4, 3, 2, 1), now: 16, pause: null },
    { why: 'six declines over a longer time cause no pause', times: minutes(12, 5, 4, 3, 2, 1), now: 12, pause: null },
    {
      why: 'a decline of exactly ten minutes ago still counts',
      times: minutes(11, 5, 4, 3, 2, 1),
      now: 11,
      pause: 600,
    },
  ])('the pause after many declines: $why', ({ times, now, pause }) =>
    expect(declinePause(times, now * 60_000, 6)).toBe(pause),
  )
})
