import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../contract/payment.ts'
import type { Order } from '../contract/order.ts'
import { database } from '../database/database.ts'
import { cardDeclines, orders, payments, registrations, sandboxIntents, statusHistory } from '../database/tables.ts'
import { type Bench, bench } from '../test-bench/bench.ts'
import { type Cart, makeCart } from '../test-bench/orders.ts'
import { makeCustomer, type Person } from '../test-bench/people.ts'
import { makeEvent, makeProgram } from '../test-bench/programs.ts'
import { decideBankStep } from './providers/sandbox.ts'

let b: Bench
let programId: string
let eventId: string
let optionId: string
beforeAll(async () => {
  b = await bench()
  programId = await makeProgram(b)
  const event = await makeEvent(b, { programId })
  eventId = event.event_id
  optionId = event.option_ids[0]
})

const customer = () => makeCustomer(b, { programIds: [programId] })
const cart = (person: Person, places = 1) => makeCart(b, person, { programId, eventId, optionId, places })
const pay = (person: Person, order: Cart, source = 'pm_card_visa', more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  b.call(`/v1/profile/orders/${order.order_id}/payments`, person.json({ checkout_method: 'card', payment_source_id: source, ...more }, headers))
const read = async (person: Person, path: string) => (await b.call(path, { headers: person.headers })).json()
const orderOf = async (person: Person, order: Cart) => (await read(person, `/v1/profile/orders/${order.order_id}`)) as Order
const db = () => database(b.env.DB)

describe('POST orders/{id}/payments', () => {
  it('201 pays by card: the order has a receipt number, the places are confirmed', async () => {
    const nadia = await customer()
    const order = await cart(nadia, 2)
    const answer = await pay(nadia, order)
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ object: 'payment', status: 'succeeded', amount_total: { value: 20_000 }, amount_received: { value: 20_000 }, payment_source: { brand: 'visa', last4: '4242' }, has_next_action: false })
    const paid = await orderOf(nadia, order)
    expect(paid).toMatchObject({ status: 'paid', payment_status: 'paid', amount_due: { value: 0 }, hold_expires_at: null })
    expect(paid.receipt_number).toMatch(/^2027-\d{6}$/)
    const places = await db().select().from(registrations).where(eq(registrations.order_id, order.order_id))
    expect(places.map((place) => [place.status, place.hold_expires_at])).toEqual([['confirmed', null], ['confirmed', null]])
  })

  it('200 answers the finished payment when it is paid again, and nothing is charged twice', async () => {
    const nadia = await customer()
    const order = await cart(nadia)
    const first = (await (await pay(nadia, order)).json()) as Payment
    const again = await pay(nadia, order, 'pm_card_mastercard')
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ id: first.id, payment_source: { last4: '4242' } })
    expect(await db().select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id))).toHaveLength(1)
  })

  it('fifty at once have one effect, and everyone is answered with the same payment', async () => {
    const nadia = await customer()
    const order = await cart(nadia)
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(nadia, order)))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.every((status) => status === 200 || status === 201)).toBe(true)
    const ids = new Set(await Promise.all(answers.map(async (answer) => ((await answer.json()) as Payment).id)))
    expect(ids.size).toBe(1)
    expect(await db().select().from(payments).where(eq(payments.order_id, order.order_id))).toHaveLength(1)
    expect(await db().select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id))).toHaveLength(1)
    const history = await db().select().from(statusHistory).where(eq(statusHistory.object_id, order.order_id))
    expect(history.filter((row) => row.to_status === 'paid')).toHaveLength(1)
  })

  it('the same key answers the same bytes; another body with it is refused', async () => {
    const nadia = await customer()
    const order = await cart(nadia)
    const key = { 'Idempotency-Key': 'one-act' }
    const first = await pay(nadia, order, 'pm_card_visa', {}, key)
    const again = await pay(nadia, order, 'pm_card_visa', {}, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await again.text()).toBe(await first.text())
    expect((await pay(nadia, order, 'pm_card_mastercard', {}, key)).status).toBe(422)
  })

  it.each([
    ['pm_card_chargeDeclined', 'generic_decline', /did not accept/],
    ['4000000000009995', 'insufficient_funds', /not enough money.*another way to pay/],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', /expired/],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', /security code/],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', /not charged/],
    ['pm_card_chargeDeclinedLostCard', 'lost_card', /did not accept/],
    ['pm_card_chargeDeclinedStolenCard', 'stolen_card', /did not accept/],
    ['pm_card_chargeDeclinedFraudulent', 'fraudulent', /did not accept/],
    ['pm_card_chargeCustomerFail', 'generic_decline', /did not accept/],
    ['4242424242424241', 'incorrect_number', /card number is not right/],
  ])('402 for %s as %s, with reason and next step, and the places stay', async (source, type, words) => {
    const nadia = await customer()
    const order = await cart(nadia)
    const answer = await pay(nadia, order, source)
    expect(answer.status).toBe(402)
    const refusal = (await answer.json()) as { type: string; message: string }
    expect(refusal).toMatchObject({ code: 402, type })
    expect(refusal.message).toMatch(words)
    expect(refusal.message).not.toMatch(/lost|stolen|fraud/i)
    expect(await orderOf(nadia, order)).toMatchObject({ status: 'pending', payment_status: 'unpaid' })
    const [place] = await db().select().from(registrations).where(eq(registrations.order_id, order.order_id))
    expect(place?.status).toBe('pending')
    expect(await read(nadia, `/v1/profile/orders/${order.order_id}/payments?has_error=true`)).toMatchObject({ total: 1, data: [{ status: 'failed', error_type: type }] })
    expect(await read(nadia, `/v1/profile/orders/${order.order_id}/payments?has_error=false`)).toMatchObject({ total: 0 })
  })

  it('another card after a decline uses the same intent and pays', async () => {
    const nadia = await customer()
    const order = await cart(nadia)
    await pay(nadia, order, 'pm_card_chargeDeclined')
    const answer = await pay(nadia, order)
    expect(answer.status).toBe(201)
    const intents = await db().select().from(sandboxIntents).where(eq(sandboxIntents.order_id, order.order_id))
    expect(intents).toMatchObject([{ state: 'succeeded', attempt: 2 }])
    expect(await read(nadia, `/v1/profile/orders/${order.order_id}/payments`)).toMatchObject({ total: 1, data: [{ status: 'succeeded', error_type: null }] })
  })

  it('a decline leaves at least ten minutes, once', async () => {
    const nadia = await customer()
    const order = await makeCart(b, nadia, { programId, eventId, optionId, holdMinutes: 2 })
    await db().update(orders).set({ hold_started_at: b.now() - 44 * 60_000 }).where(eq(orders.id, order.order_id))
    const heldUntil = async () => Date.parse((await orderOf(nadia, order)).hold_expires_at ?? '') - b.now()
    await pay(nadia, order, 'pm_card_chargeDeclined')
    expect(await heldUntil()).toBe(10 * 60_000)
    b.pass(5 * 60_000)
    await pay(nadia, order, 'pm_card_chargeDeclined')
    expect(await heldUntil()).toBe(5 * 60_000)
    const [place] = await db().select().from(registrations).where(eq(registrations.order_id, order.order_id))
    expect((place?.hold_expires_at ?? 0) - b.now()).toBe(5 * 60_000)
  })

  it('429 after six declines in ten minutes, for ten minutes, however many orders', async () => {
    const nadia = await customer()
    const order = await cart(nadia)
    const wide = b.env.RATE_LIMITS
    b.env.RATE_LIMITS = 'strict'
    try {
      for (let time = 0; time < 6; time += 1) expect((await pay(nadia, order, 'pm_card_chargeDeclined')).status).toBe(402)
      const other = await cart(nadia)
      const refused = await pay(nadia, other)
      expect(refused.status).toBe(429)
      expect(refused.headers.get('Retry-After')).toBe('600')
      b.pass(10 * 60_000)
      await nadia.renew()
      expect((await pay(nadia, await cart(nadia))).status).toBe(201)
    } finally {
      b.env.RATE_LIMITS = wide
    }
    expect(await db().select().from(cardDeclines).where(eq(cardDeclines.customer_id, nadia.identity.customer_id))).toHaveLength(6)
  })

  it('201 with the way to the bank when it wants to confirm; confirming pays, and so does asking fifty times', async () => {
    const nadia = await customer()
    const order = await cart(nadia)
    const payment = (await (await pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    expect(payment).toMatchObject({ status: 'requires_action', has_next_action: true })
    expect(payment.next_action_url).toMatch(/^http:\/\/localhost:8787\/dev\/bank\/bank_/)
    expect(await orderOf(nadia, order)).toMatchObject({ status: 'requires_action' })
    const confirm = () => b.call(`/v1/profile/orders/${order.order_id}/payments/${payment.id}/confirm`, nadia.json({}))
    expect(await (await confirm()).json()).toMatchObject({ status: 'requires_action' })
    expect(await (await pay(nadia, order)).json()).toMatchObject({ id: payment.id, status: 'requires_action' })

    await decideAtBank(payment, 'confirm')
    const answers = await Promise.all(Array.from({ length: 50 }, confirm))
    for (const answer of answers) expect(await answer.json()).toMatchObject({ id: payment.id, status: 'succeeded', has_next_action: false, next_action_url: null })
    expect(await orderOf(nadia, order)).toMatchObject({ status: 'paid', amount_paid: { value: 10_000 } })
    const history = await db().select().from(statusHistory).where(eq(statusHistory.object_id, order.order_id))
    expect(history.filter((row) => row.to_status === 'paid')).toHaveLength(1)
  })

  it('a refusal at the bank is a failed payment with its sentence, and another card pays', async () => {
    const nadia = await customer()
    const order = await cart(nadia)
    const payment = (await (await pay(nadia, order, '4000002500003155')).json()) as Payment
    await decideAtBank(payment, 'refuse')
    const answer = await b.call(`/v1/profile/orders/${order.order_id}/payments/${payment.id}/confirm`, nadia.json({}))
    expect(await answer.json()).toMatchObject({ status: 'failed', error_type: 'payment_intent_authentication_failure', error_message: 'The selected payment method has failed authentication. Please use another payment method or try again.' })
    expect(await orderOf(nadia, order)).toMatchObject({ status: 'pending' })
    expect((await pay(nadia, order)).status).toBe(201)
  })

  it.each([
    { why: 'a missing way to pay', body: {}, code: 400, type: 'required', param: 'checkout_method' },
    { why: 'a card that is not named', body: { checkout_method: 'card' }, code: 400, type: 'required', param: 'payment_source_id' },
    { why: 'free where money is due', body: { checkout_method: 'free' }, code: 400, type: 'invalid_option', param: 'checkout_method' },
    { why: 'later where the program wants it now', body: { checkout_method: 'offline' }, code: 422, type: 'offline_not_available', param: 'checkout_method' },
    { why: 'an amount of its own', body: { checkout_method: 'card', payment_source_id: 'pm_card_visa', amount: 1 }, code: 400, type: 'unknown_parameter', param: 'amount' },
    { why: 'an old quote', body: { checkout_method: 'card', payment_source_id: 'pm_card_visa', quote_version: 99 }, code: 409, type: 'quote_stale', param: 'quote_version' },
  ])('$code $type for $why', async ({ body, code, type, param }) => {
    const nadia = await customer()
    const order = await cart(nadia)
    const answer = await b.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json(body))
    expect(answer.status).toBe(code)
    const refusal = (await answer.json()) as Record<string, unknown>
    expect(refusal).toMatchObject({ type, param })
    if (type === 'quote_stale') expect(refusal.quote).toMatchObject({ object: 'quote', order_id: order.order_id, amount_due: { value: 10_000 } })
    expect(await db().select().from(payments).where(eq(payments.order_id, order.order_id))).toEqual([])
  })

  it('404 for somebody else’s order, 401 for nobody', async () => {
    const [nadia, other] = [await customer(), await customer()]
    const order = await cart(nadia)
    expect((await pay(other, order)).status).toBe(404)
    expect((await b.call(`/v1/profile/orders/${order.order_id}/payments`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"checkout_method":"card"}' })).status).toBe(401)
    const payment = (await (await pay(nadia, order)).json()) as Payment
    const mine = await cart(other)
    expect((await b.call(`/v1/profile/orders/${mine.order_id}/payments/${payment.id}/confirm`, other.json({}))).status).toBe(404)
    expect((await b.call(`/v1/profile/orders/${order.order_id}/payments`, { headers: other.headers })).status).toBe(404)
  })

  it('409 hold_expired once the places went back', async () => {
    const nadia = await customer()
    const order = await cart(nadia)
    b.pass(15 * 60_000)
    await nadia.renew()
    b.pass(1)
    const answer = await pay(nadia, order)
    expect(await answer.json()).toMatchObject({ code: 409, type: 'hold_expired' })
  })

  it('409 when what it is for was called off or has begun', async () => {
    const nadia = await customer()
    const off = await makeEvent(b, { programId, status: 'cancelled' })
    const begun = await makeEvent(b, { programId, startsAt: b.now() })
    const pays = async (event: typeof off) => (await pay(nadia, await makeCart(b, nadia, { programId, eventId: event.event_id, optionId: event.option_ids[0] }))).json()
    expect(await pays(off)).toMatchObject({ code: 422, type: 'option_not_on_sale' })
    expect(await pays(begun)).toMatchObject({ code: 409, type: 'already_started' })
  })

  it('a free order takes the same path, with a receipt number and no card', async () => {
    const nadia = await customer()
    const free = await makeEvent(b, { programId, options: [{ cost: 0, name: 'One afternoon' }] })
    const order = await makeCart(b, nadia, { programId, eventId: free.event_id, optionId: free.option_ids[0] })
    const answer = await b.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json({ checkout_method: 'free' }))
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ status: 'succeeded', checkout_method: 'free', amount_total: { value: 0 } })
    const paid = await orderOf(nadia, order)
    expect(paid).toMatchObject({ status: 'paid', payment_status: 'no_payment_required' })
    expect(paid.receipt_number).toMatch(/^2027-\d{6}$/)
    expect((await b.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json({ checkout_method: 'free' }))).status).toBe(200)
  })

  it('receipt numbers of a program count without gaps, also when twenty pay at once', async () => {
    const own = await makeProgram(b)
    const event = await makeEvent(b, { programId: own })
    const people = await Promise.all(Array.from({ length: 20 }, () => makeCustomer(b, { programIds: [own] })))
    const carts = await Promise.all(people.map((person) => makeCart(b, person, { programId: own, eventId: event.event_id, optionId: event.option_ids[0] })))
    await Promise.all(people.map((person, at) => pay(person, carts[at] as Cart, at % 4 === 0 ? 'pm_card_chargeDeclined' : 'pm_card_visa')))
    const numbers = (await db().select().from(orders).where(eq(orders.program_id, own))).map((order) => order.receipt_number).filter(Boolean).sort()
    expect(numbers).toEqual(Array.from({ length: 15 }, (_, at) => `2027-${String(at + 1).padStart(6, '0')}`))
  })
})

async function decideAtBank(payment: Payment, decision: 'confirm' | 'refuse'): Promise<void> {
  await decideBankStep(b.env, { token: payment.next_action_url?.split('/').at(-1) ?? '', isConfirmed: decision === 'confirm', now: b.now() })
}
