import { and, eq, inArray, like } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StripeEvent, Treatment } from '../../e2e/stripe/books.ts'
import { signReport, type StripeServer, startStripe } from '../../e2e/stripe/compatible-server.ts'
import type { CustomerProfile } from '../contract/people/customer.ts'
import type { Payment } from '../contract/money/payment.ts'
import type { RefundPreview } from '../contract/money/refund.ts'
import type { Worker } from '../platform/context.ts'
import { mailbox, outbox, payments, paymentSources, providerEvents, refunds } from '../platform/database/tables.ts'
import { type Bench, collectInto, openBench } from '../test-bench/bench.ts'
import { type Cart, makeCart } from '../test-bench/orders.ts'
import type { Person } from '../test-bench/people.ts'
import { makeSailWeek } from '../test-bench/sail-week.ts'
import { openShop, type Shop } from '../test-bench/shop.ts'
import { providerWebhook } from './provider-webhook.ts'

let bench: Bench
let shop: Shop
let server: StripeServer
const app = new Hono<Worker>().route('/webhooks/stripe', providerWebhook)
const keys = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }
let before: Record<string, unknown> = {}
beforeAll(async () => {
  bench = await openBench()
  server = await startStripe({ secretKey: 'sk_test_a', webhookSecret: 'whsec_a', now: bench.now })
  before = { PAYMENT_PROVIDER: bench.env.PAYMENT_PROVIDER }
  Object.assign(bench.env, { ...keys, PAYMENT_PROVIDER: 'stripe', STRIPE_API_BASE: server.origin })
  shop = await openShop(bench, { event: { options: [{ spots: null }] } })
})
beforeEach(() => {
  server.books(null).events.length = 0
})
afterAll(async () => {
  for (const name of [...Object.keys(keys), 'STRIPE_API_BASE']) Reflect.deleteProperty(bench.env, name)
  Object.assign(bench.env, before)
  await server.stop()
})

/** Sends a webhook as Stripe would, and waits for the resulting work, unless the site crashes first. */
async function send(report: { body: string; headers: Headers }, dies = false): Promise<number> {
  const waiting: Promise<unknown>[] = []
  const executionCtx = collectInto((work) => void waiting.push(work))
  const env = dies ? { ...bench.env, deliver: async () => {} } : bench.env
  const init = { method: 'POST', headers: report.headers, body: report.body }
  const answer = await app.request('http://localhost:8787/webhooks/stripe', init, env, executionCtx)
  await Promise.allSettled(waiting)
  return answer.status
}
const reportEvent = async (event: StripeEvent) => send(server.report(event))
const eventsOf = (intentId: string) =>
  server.books(null).events.filter(({ object }) => object.id === intentId || object['payment_intent'] === intentId)
const paymentOf = async (order: Cart) => {
  const rows = await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))
  return rows[0] as typeof payments.$inferSelect
}

/** A customer whose first card is declined, who confirms the second card at the bank, and has not returned. */
async function paidAtTheBank() {
  const nadia = await shop.customer()
  const order = await shop.cart(nadia)
  expect((await shop.pay(nadia, order, 'pm_card_chargeDeclined')).status).toBe(402)
  const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
  expect(payment.status).toBe('requires_action')
  server.decideAtBank(payment.next_action_url ?? '', true)
  const { intent_id } = await paymentOf(order)
  return { nadia, order, payment, intentId: intent_id ?? '' }
}

/** The final state of an order, read from the database. */
async function endOf(nadia: Person, order: Cart) {
  const { status, payment_status, amount_paid, receipt_number, registrations } = await shop.orderOf(nadia, order)
  const alerts = await shop.db
    .select({ kind: outbox.kind })
    .from(outbox)
    .where(
      and(eq(outbox.ref, order.order_id), inArray(outbox.kind, ['order.paid', 'order.expired', 'order.cancelled'])),
    )
  return {
    status,
    payment_status,
    paid: amount_paid.value,
    hasReceipt: receipt_number !== null,
    places: registrations.map((registration) => registration.status),
    told: alerts.map(({ kind }) => kind),
  }
}
const goodEnd = (order: Cart) => ({
  status: 'paid',
  payment_status: 'paid',
  paid: order.total,
  hasReceipt: true,
  places: ['confirmed'],
  told: ['order.paid'],
})
function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

describe('S-8, W-03: webhooks of a payment', () => {
  it('four webhooks give the same result in all 24 orders of arrival', async () => {
    for (const turn of permutations([0, 1, 2, 3])) {
      const { nadia, order, intentId } = await paidAtTheBank()
      const events = eventsOf(intentId)
      expect(events.map(({ type }) => type)).toEqual([
        'payment_intent.created',
        'payment_intent.payment_failed',
        'payment_intent.requires_action',
        'payment_intent.succeeded',
      ])
      for (const at of turn) expect(await reportEvent(events[at] as StripeEvent)).toBe(200)
      expect(await endOf(nadia, order), turn.join()).toEqual(goodEnd(order))
    }
  })

  it('webhooks give the same result when each arrives twice or not at all', async () => {
    const doubled = await paidAtTheBank()
    for (const event of eventsOf(doubled.intentId).flatMap((each) => [each, each])) await reportEvent(event)
    const late = await paidAtTheBank()
    await shop.confirm(late.nadia, late.order, late.payment)
    for (const event of eventsOf(late.intentId)) await reportEvent(event)
    const lost = await paidAtTheBank()
    bench.pass(3 * 60_000)
    await bench.tick()
    for (const { nadia, order } of [doubled, late, lost]) expect(await endOf(nadia, order)).toEqual(goodEnd(order))
  })

  it('webhooks about an unknown order or account are accepted', async () => {
    const { nadia, order, intentId } = await paidAtTheBank()
    const [created] = eventsOf(intentId) as [StripeEvent]
    const stranger = { ...created, object: { ...created.object, id: 'pi_of_somebody', metadata: {} } }
    expect(await reportEvent({ ...stranger, id: 'evt_stranger' })).toBe(200)
    expect(await reportEvent({ ...created, id: 'evt_strange_type', type: 'balance.available' })).toBe(200)
    expect(await reportEvent({ ...created, id: 'evt_strange_refund', type: 'refund.updated' })).toBe(200)
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'requires_action' })
    expect(await reportEvent({ ...created, id: 'evt_other_account', account: 'acct_other' })).toBe(200)
    expect(await endOf(nadia, order)).toEqual(goodEnd(order))
  })
})

it('S-8, W-02: thirty simultaneous deliveries of a webhook have one effect', async () => {
  const { nadia, order, intentId } = await paidAtTheBank()
  const succeeded = eventsOf(intentId).at(-1) as StripeEvent
  const answers = await Promise.all(Array.from({ length: 30 }, () => reportEvent(succeeded)))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await shop.db.select().from(providerEvents).where(eq(providerEvents.id, succeeded.id))).toHaveLength(1)
  const work = await shop.db
    .select()
    .from(outbox)
    .where(like(outbox.dedupe, `%:${succeeded.id}`))
  expect(work.map(({ kind, ref }) => ({ kind, ref }))).toEqual([
    { kind: 'payment.reported', ref: (await paymentOf(order)).id },
  ])
  expect(await endOf(nadia, order)).toEqual(goodEnd(order))
})

it('W-04: a site that crashes after accepting a webhook does its work later, once', async () => {
  const { nadia, order, intentId } = await paidAtTheBank()
  const succeeded = eventsOf(intentId).at(-1) as StripeEvent
  expect(await send(server.report(succeeded), true)).toBe(200)
  expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'requires_action' })
  await bench.tick()
  expect(await endOf(nadia, order)).toEqual(goodEnd(order))
  expect(await reportEvent(succeeded)).toBe(200)
  expect(await endOf(nadia, order)).toEqual(goodEnd(order))
})

describe('W-06: an unsigned webhook', () => {
  const kept = async () => (await shop.db.select().from(providerEvents)).length

  it('an unsigned webhook is rejected before it is parsed', async () => {
    const before = await kept()
    const bad = signReport('not even JSON', 'whsec_other', bench.now())
    expect(await send(bad)).toBe(400)
    expect(await send({ body: '{}', headers: new Headers() })).toBe(400)
    expect(await send(signReport('not even JSON', 'whsec_a', bench.now()))).toBe(400)
    const large = 'x'.repeat(256 * 1024 + 1)
    expect(await send(signReport(large, 'whsec_a', bench.now()))).toBe(413)
    expect(await kept()).toBe(before)
  })

  it('unsigned webhooks cause no database query', async () => {
    const { nadia, order, intentId } = await paidAtTheBank()
    const before = await kept()
    const { DB } = bench.env
    let trips = 0
    const countedDb = new Proxy(DB, {
      get: (db, name) => {
        if (name === 'prepare' || name === 'batch') trips += 1
        const value = Reflect.get(db, name)
        return typeof value === 'function' ? value.bind(db) : value
      },
    })
    Object.assign(bench.env, { DB: countedDb })
    const flood = signReport('{"id":"evt_flood"}', 'whsec_other', bench.now())
    const statuses = await Promise.all(Array.from({ length: 300 }, () => send(flood)))
    Object.assign(bench.env, { DB })
    expect([new Set(statuses), trips]).toEqual([new Set([400]), 0])
    for (const event of eventsOf(intentId)) expect(await reportEvent(event)).toBe(200)
    expect(await endOf(nadia, order)).toEqual(goodEnd(order))
    expect(await kept()).toBe(before + 4)
  })

  it('the webhook URL returns 404 with another provider', async () => {
    Object.assign(bench.env, { PAYMENT_PROVIDER: 'sandbox' })
    expect(await send({ body: '{}', headers: new Headers() })).toBe(404)
    Object.assign(bench.env, { PAYMENT_PROVIDER: 'stripe' })
  })
})

describe('M-16: mismatched data of a provider', () => {
  it.each<[Treatment, string]>([
    ['other_amount', 'too_little'],
    ['other_currency', 'other_currency'],
    ['other_order', 'other_order'],
  ])('a webhook about %s fulfils nothing and alerts the program', async (scenario, why) => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    server.treatNext(scenario)
    await shop.pay(nadia, order)
    for (const event of eventsOf((await paymentOf(order)).intent_id ?? '')) await reportEvent(event)
    expect(await endOf(nadia, order)).toMatchObject({ hasReceipt: false, places: ['pending'], told: [] })
    const alerts = await shop.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.ref, (await paymentOf(order)).id), eq(outbox.kind, 'payment.needs_attention')))
    expect(alerts.map(({ body }) => body)).toEqual([{ why }])
  })
})

it('B-01: a payment whose response was lost is found by its stored intent', async () => {
  const nadia = await shop.customer()
  const order = await shop.cart(nadia)
  server.happen({ is: 'lost', onPath: /\/confirm$/, times: 1 })
  expect((await shop.pay(nadia, order)).status).toBe(402)
  expect(await paymentOf(order)).toMatchObject({ status: 'created', intent_id: expect.stringMatching(/^pi_/) })
  bench.pass(3 * 60_000)
  await bench.tick()
  expect(await endOf(nadia, order)).toEqual(goodEnd(order))
})

it('a payment for a cancelled order is refunded in full', async () => {
  const { nadia, order, intentId } = await paidAtTheBank()
  // The payment is stored as if the place had been cancelled while the bank was processing it.
  await shop.db.update(payments).set({ status: 'cancelled' }).where(eq(payments.intent_id, intentId))
  await bench.bareDb.prepare("UPDATE orders SET status = 'pending' WHERE id = ?1").bind(order.order_id).run()
  const cancelled = await bench.call(`/v1/profile/orders/${order.order_id}/cancel`, nadia.json({}))
  expect(cancelled.status, await cancelled.clone().text()).toBe(200)
  for (const event of eventsOf(intentId)) await reportEvent(event)
  await bench.tick()
  const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
  const [returned, ...more] = mails.filter(({ subject }) => /is on its way back$/.test(subject))
  expect(more).toEqual([])
  expect(returned?.text).toContain('arrived after this order was cancelled')
  expect((await shop.orderOf(nadia, order)).amount_returned.value).toBe(order.total)
})

describe('a webhook about a dispute', () => {
  it('the program is told when a dispute begins and how it ended', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    const { id, intent_id } = await paymentOf(order)
    const books = server.books(null)
    const dispute = books.dispute(intent_id ?? '')
    const [began] = books.events.slice(-1) as [StripeEvent]
    for (const event of [began, began, { ...began, id: `${began.id}_again` }]) await reportEvent(event)
    books.endDispute(dispute.id, 'lost')
    await reportEvent(books.events.at(-1) as StripeEvent)
    const alerts = await shop.db
      .select({ body: outbox.body })
      .from(outbox)
      .where(and(eq(outbox.ref, id), eq(outbox.kind, 'payment.needs_attention')))
    expect(alerts.map(({ body }) => body)).toEqual([{ why: 'dispute' }, { why: 'dispute_lost' }])
  })

  it.each([
    { how: 'that is open', end: null, back: 0 },
    { how: 'that was lost', end: 'lost' as const, back: 0 },
    { how: 'that was won', end: 'won' as const, back: 1 },
  ])('a cancellation refunds only the undisputed part of a payment with a dispute $how', async ({ end, back }) => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    const { intent_id } = await paymentOf(order)
    const books = server.books(null)
    const dispute = books.dispute(intent_id ?? '')
    await reportEvent(books.events.at(-1) as StripeEvent)
    if (end) {
      books.endDispute(dispute.id, end)
      await reportEvent(books.events.at(-1) as StripeEvent)
    }
    const [registration] = order.registration_ids
    const preview = await shop.read<RefundPreview>(nadia, `/v1/profile/orders/${order.order_id}/refund`)
    expect(preview.amount.value).toBe(back * order.total)
    expect((await shop.orderOf(nadia, order)).amount_disputed.value).toBe((1 - back) * order.total)
    await bench.call(`/v1/profile/registrations/${registration}/cancel`, nadia.json({}))
    await bench.tick()
    expect((await shop.orderOf(nadia, order)).amount_returned.value).toBe(back * order.total)
    expect(
      books.events.filter(({ type, object }) => type === 'refund.created' && object['payment_intent'] === intent_id),
    ).toHaveLength(back)
  })

  it('a dispute follows the payment to the order that a place moved to', async () => {
    const nadia = await shop.customer()
    const week = (cost: number) => makeSailWeek(bench, { programId: shop.programId, cost })
    const order = await makeCart(bench, nadia, { programId: shop.programId, ...(await week(30_000)) })
    await shop.pay(nadia, order)
    const { intent_id } = await paymentOf(order)
    const dearer = await week(45_000)
    const id = order.registration_ids[0]
    const answer = await bench.call(`/v1/profile/registrations/${id}/moves`, nadia.json({ option_id: dearer.optionId }))
    const moved = { ...order, order_id: ((await answer.json()) as { id: string }).id }
    expect((await shop.pay(nadia, moved)).status).toBe(201)
    const books = server.books(null)
    const disputed = async () => {
      await reportEvent(books.events.at(-1) as StripeEvent)
      const both = await Promise.all([order, moved].map((each) => shop.orderOf(nadia, each)))
      return both.map(({ amount_disputed }) => amount_disputed.value)
    }
    const dispute = books.dispute(intent_id ?? '')
    expect(await disputed()).toEqual([0, order.total])
    const preview = await shop.read<RefundPreview>(nadia, `/v1/profile/orders/${moved.order_id}/refund`)
    const { amount_total } = await shop.orderOf(nadia, moved)
    expect(preview.amount.value).toBe(amount_total.value - order.total)
    books.endDispute(dispute.id, 'won')
    expect(await disputed()).toEqual([0, 0])
  })

  it('a dispute after a cancellation alerts no one to refund another way', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    const { id, intent_id } = await paymentOf(order)
    server.books(null).dispute(intent_id ?? '')
    // The webhook about the payment has not arrived yet.
    await bench.call(`/v1/profile/registrations/${order.registration_ids[0]}/cancel`, nadia.json({}))
    await bench.tick()
    const alerts = await shop.db
      .select({ body: outbox.body })
      .from(outbox)
      .where(and(eq(outbox.ref, id), eq(outbox.kind, 'payment.needs_attention')))
    expect(alerts.map(({ body }) => body['why'])).toEqual(['refund_disputed'])
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    expect(mails.map(({ text }) => text).join('\n')).toContain('You disputed this payment with your bank')
  })
})

describe('a webhook about a refund', () => {
  it('a refund that the bank rejects later is reported to the program and the customer', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    const [registration] = order.registration_ids
    await bench.call(`/v1/profile/registrations/${registration}/cancel`, nadia.json({}))
    await bench.tick()
    const refundOf = async () => {
      const [row] = await shop.db.select().from(refunds).where(eq(refunds.order_id, order.order_id))
      return row
    }
    expect(await refundOf()).toMatchObject({ status: 'succeeded', amount: order.total })
    const books = server.books(null)
    books.failRefund((await refundOf())?.provider_refund_id ?? '')
    await reportEvent(books.events.at(-1) as StripeEvent)
    expect(await refundOf()).toMatchObject({ status: 'failed', failure: 'lost_or_stolen_card' })
    const { receipts, amount_returned } = await shop.orderOf(nadia, order)
    expect(amount_returned.value).toBe(0)
    expect(receipts.map((paper) => [paper.kind, paper.amount_paid.value, paper.reverses])).toEqual([
      ['receipt', order.total, null],
      ['credit_note', -order.total, null],
      ['credit_note', order.total, receipts[1]?.number],
    ])
    const alerts = await shop.db
      .select({ kind: outbox.kind })
      .from(outbox)
      .where(like(outbox.dedupe, `%${(await refundOf())?.id}%`))
    expect(alerts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['refund.failed', 'payment.needs_attention']))
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, 'hello@lakeside.example'))
    const mail = mails.find(({ subject }) => subject.endsWith(order.order_id))
    expect(mail?.subject).toBe(`A refund didn’t go through: $100.00, order ${order.order_id}`)
    expect(mail?.text).toMatch(/Refund\W+\$100\.00/)
  })
})

it('every request in these tests is valid by Stripe’s API description', () => expect(server.faults).toEqual([]))

describe('W-03: webhooks about stored cards', () => {
  const path = (rest: string) => `/v1/profile/programs/${shop.programId}/payment_methods/${rest}`
  const cardsOf = async (person: Person) =>
    (await shop.read<CustomerProfile>(person, `/v1/profile/programs/${shop.programId}`)).sources
  const newest = (type: string) => server.books(null).events.findLast((event) => event.type === type) as StripeEvent

  it('a stored card is shown once although its response was lost', async () => {
    const nadia = await shop.customer()
    server.happen({ is: 'lost', onPath: /setup_intents\/\w+\/confirm$/, times: 1 })
    expect((await bench.call(path('pm_card_visa/attach'), nadia.json({}))).status).toBe(503)
    expect(await cardsOf(nadia)).toEqual([])
    const event = newest('setup_intent.succeeded')
    for (const id of [event.id, `${event.id}_again`]) expect(await reportEvent({ ...event, id })).toBe(200)
    expect(await cardsOf(nadia)).toMatchObject([{ last4: '4242', is_default: true }])
  })

  it('a renewed card gets its new expiry date', async () => {
    const nadia = await shop.customer()
    await bench.call(path('pm_card_visa/attach'), nadia.json({}))
    const [card] = await cardsOf(nadia)
    const row = () =>
      shop.db
        .select()
        .from(paymentSources)
        .where(eq(paymentSources.id, card?.id ?? ''))
    await shop.db
      .update(paymentSources)
      .set({ expiry_mails: 2 })
      .where(eq(paymentSources.id, card?.id ?? ''))
    const books = server.books(null)
    books.renewCard(card?.id ?? '', { brand: 'mastercard', last4: '4444', exp_month: 3, exp_year: 2041 })
    for (const again of ['', '_again'])
      expect(await reportEvent({ ...newest('payment_method.automatically_updated'), id: `evt_renewed${again}` })).toBe(
        200,
      )
    expect(await cardsOf(nadia)).toMatchObject([
      { id: card?.id, brand: 'mastercard', last4: '4444', exp_month: 3, exp_year: 2041, is_default: true },
    ])
    expect(await row()).toMatchObject([{ expires_at: Date.UTC(2041, 3, 1), expiry_mails: 0 }])
  })

  it('only a card that was detached at the provider is removed', async () => {
    const nadia = await shop.customer()
    for (const card of ['pm_card_visa', 'pm_card_mastercard'])
      expect((await bench.call(path(`${card}/attach`), nadia.json({}))).status).toBe(201)
    const [visa, mastercard] = await cardsOf(nadia)
    server.books(null).answer('POST', `/v1/payment_methods/${visa?.id}/detach`, {})
    const event = newest('payment_method.detached')
    const untrue = { ...event, id: 'evt_untrue', object: { ...event.object, id: mastercard?.id ?? '' } }
    expect(await reportEvent(untrue)).toBe(200)
    expect(await cardsOf(nadia)).toHaveLength(2)
    expect(await reportEvent(event)).toBe(200)
    expect(await cardsOf(nadia)).toMatchObject([{ id: mastercard?.id, is_default: true }])
    expect(await reportEvent({ ...event, id: 'evt_of_nobody', object: { ...event.object, id: 'pm_of_nobody' } })).toBe(
      200,
    )
  })
})
