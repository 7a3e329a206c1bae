import { and, eq, like } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentSource } from '../../contract/people/customer.ts'
import type { CardSetup } from '../../contract/money/payment-method.ts'
import type { Worker } from '../../platform/context.ts'
import { facts, mailbox, outbox, payments, sandboxIntents } from '../../platform/database/tables.ts'
import { paymentReturnStatus } from '../../edge/payment-return.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import type { Person } from '../../test-bench/people.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { type ChargeOutcome, chargeStoredCard, type StoredCardCharge } from './charge-stored-card.ts'
import { setNextScenario } from '../../platform/cards/sandbox.ts'
import { decideSetup } from '../../platform/cards/sandbox-sources.ts'

let bench: Bench
let shop: Shop
const edge = new Hono<Worker>().route('/confirm-payment', paymentReturnStatus)
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ event: { options: [{ spots: null }] } }))
})
beforeEach(async () => {
  await shop.db.delete(facts).where(eq(facts.name, 'sandbox_next'))
})

const attach = async (person: Person, source: string) =>
  bench.call(`/v1/profile/programs/${shop.programId}/payment_methods/${source}/attach`, person.json({}))
async function store(person: Person, source = 'pm_card_visa'): Promise<string> {
  return ((await (await attach(person, source)).json()) as PaymentSource).id
}
/** A card whose bank asks for a confirmation of every charge. */
async function storeAsking(person: Person): Promise<string> {
  const setup = (await (await attach(person, 'pm_card_authenticationRequired')).json()) as CardSetup
  const token = setup.next_action_url?.split('/').at(-1) ?? ''
  await decideSetup(bench.env, { token, isConfirmed: true, now: bench.now() })
  return store(person, 'pm_card_authenticationRequired')
}
/** A paid order with 60.00 still due. */
async function owing(person: Person): Promise<Cart> {
  const order = await shop.cart(person)
  expect((await shop.pay(person, order)).status).toBe(201)
  await bench.env.DB.prepare('UPDATE orders SET amount_total = amount_total + 6000 WHERE id = ?')
    .bind(order.order_id)
    .run()
  return order
}
let charges = 0
const newKey = () => {
  charges += 1
  return `instalment:test_${charges}`
}
const charge = async (order: Cart, more: Partial<StoredCardCharge> = {}): Promise<ChargeOutcome> =>
  chargeStoredCard(clockContext(bench), { order_id: order.order_id, key: newKey(), amount: 2500, ...more })
const chargedOf = async (order: Cart) =>
  shop.db
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, order.order_id), like(payments.charge_key, 'instalment:%')))
const paidOf = async (person: Person, order: Cart) => (await shop.orderOf(person, order)).amount_paid.value
const mailsTo = async (person: Person) => shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email))

describe('charging a stored card without its customer', () => {
  it('a charge uses the default card and leaves the remainder due', async () => {
    const nadia = await shop.customer()
    const id = await store(nadia)
    const order = await owing(nadia)
    expect(await charge(order)).toMatchObject({ type: 'paid' })
    const [payment] = await chargedOf(order)
    expect(payment).toMatchObject({ status: 'succeeded', amount_received: 2500, payment_source_id: id, attempts: 1 })
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'paid',
      payment_status: 'partially_paid',
      amount_paid: { value: order.total + 2500 },
    })
    const other = await store(nadia, 'pm_card_mastercard')
    expect(await charge(order, { amount: 3500, payment_source_id: other })).toMatchObject({ type: 'paid' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ payment_status: 'paid' })
    const jobs = await shop.db.select().from(outbox).where(eq(outbox.kind, 'refund.late_payment'))
    const paid = await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))
    const returned = jobs.filter(({ ref }) => paid.some((each) => each.id === ref))
    expect(returned).toEqual([])
  })

  it('one key charges once, also when the response was lost', async () => {
    const nadia = await shop.customer()
    await store(nadia)
    const order = await owing(nadia)
    const key = newKey()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => charge(order, { key })))
    expect(new Set(outcomes.map(({ type }) => type))).toEqual(new Set(['paid', 'processing']))
    expect(await charge(order, { key })).toMatchObject({ type: 'paid' })

    await setNextScenario(bench.env, { next: 'lost', seconds: 60 }, bench.now())
    const lost = newKey()
    expect(await charge(order, { key: lost })).toMatchObject({ type: 'processing' })
    expect(await charge(order, { key: lost })).toMatchObject({ type: 'processing' })
    bench.pass(61_000)
    expect(await charge(order, { key: lost })).toMatchObject({ type: 'paid' })
    expect(await chargedOf(order)).toHaveLength(2)
    await nadia.renew()
    expect(await paidOf(nadia, order)).toBe(order.total + 5000)
  })

  it('the scheduler settles a charge whose response was lost', async () => {
    const nadia = await shop.customer()
    await store(nadia)
    const order = await owing(nadia)
    await setNextScenario(bench.env, { next: 'lost', seconds: 60 }, bench.now())
    await charge(order)
    bench.pass(3 * 60_000)
    await bench.tick()
    await nadia.renew()
    expect(await paidOf(nadia, order)).toBe(order.total + 2500)
  })

  it('a charge pays an order that awaited payment', async () => {
    const nadia = await shop.customer()
    await store(nadia)
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order, 'pm_card_chargeDeclined')
    expect(await charge(order, { amount: order.total })).toMatchObject({ type: 'paid' })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid', payment_status: 'paid' })
  })

  it('a declined charge can be tried again with a new key', async () => {
    const nadia = await shop.customer()
    const declining = await store(nadia, 'pm_card_chargeCustomerFail')
    const order = await owing(nadia)
    const key = newKey()
    const declined = await charge(order, { key, payment_source_id: declining })
    expect(declined).toMatchObject({ type: 'declined', code: expect.stringMatching(/^[a-z_]+$/) })
    await store(nadia)
    expect(await charge(order, { key, payment_source_id: declining })).toEqual(declined)
    expect(await charge(order, { payment_source_id: await store(nadia) })).toMatchObject({ type: 'paid' })
    expect((await chargedOf(order)).map(({ status }) => status).sort()).toEqual(['failed', 'succeeded'])
  })

  it('without a stored card nothing is charged', async () => {
    const nadia = await shop.customer()
    const order = await owing(nadia)
    const rival = await shop.customer()
    const theirs = await store(rival)
    for (const payment_source_id of [null, theirs, 'pm_none'])
      expect(await charge(order, { payment_source_id })).toEqual({ type: 'no_card' })
    const removed = await store(nadia)
    await bench.call(`/v1/profile/programs/${shop.programId}/payment_methods/${removed}/detach`, nadia.json({}))
    expect(await charge(order, { payment_source_id: removed })).toEqual({ type: 'no_card' })
    expect(await chargedOf(order)).toEqual([])
  })

  it.each([
    { why: 'above the amount due', amount: 6001, type: 'invalid_amount' },
    { why: 'of 0', amount: 0, type: 'invalid_amount' },
  ])('the charge of a stored card $why is refused', async ({ amount, type }) => {
    const nadia = await shop.customer()
    await store(nadia)
    await expect(charge(await owing(nadia), { amount })).rejects.toMatchObject({ type })
  })

  it('a charge waits while the customer is paying', async () => {
    const nadia = await shop.customer()
    await store(nadia)
    const order = await shop.cart(nadia)
    await expect(charge(order, { amount: order.total })).rejects.toMatchObject({ type: 'state_conflict' })
    await shop.pay(nadia, order, 'pm_card_authenticationRequired')
    await expect(charge(order, { amount: order.total })).rejects.toMatchObject({ type: 'state_conflict' })
    await shop.db.update(payments).set({ status: 'created' }).where(eq(payments.order_id, order.order_id))
    await bench.env.DB.prepare("UPDATE orders SET status = 'pending' WHERE id = ?").bind(order.order_id).run()
    await expect(charge(order, { amount: order.total })).rejects.toMatchObject({ type: 'payment_in_progress' })
  })
})

describe("a charge that needs the customer's confirmation at the bank", () => {
  async function chargeWithQuestion() {
    const nadia = await shop.customer()
    await storeAsking(nadia)
    const order = await owing(nadia)
    const key = newKey()
    const outcome = await charge(order, { key })
    expect(outcome).toMatchObject({ type: 'requires_action' })
    await bench.tick()
    const mail = (await mailsTo(nadia)).find(({ dedupe }) => dedupe.includes('payment_confirmation'))
    const link = /http\S+\/confirm-payment\/continue\?\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    return { nadia, order, key, link, again: async () => charge(order, { key }) }
  }
  const follow = async (link: string) => {
    const answer = await edge.request(link, {}, bench.env)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([303, 'no-store'])
    return answer.headers.get('Location') ?? ''
  }
  const decide = async (order: Cart, decision: 'confirm' | 'refuse') => {
    const [payment] = (await chargedOf(order)).slice(-1)
    await shop.decideAtBank({ next_action_url: payment?.next_action_url ?? '' } as never, decision)
  }

  it('the customer confirms the charge from the mail without a log-in', async () => {
    const { nadia, order, link, again } = await chargeWithQuestion()
    bench.pass(3 * 86_400_000)
    for (let visit = 0; visit < 2; visit += 1) expect(await follow(link)).toMatch(/\/dev\/bank\//)
    expect(await again()).toMatchObject({ type: 'requires_action' })
    await decide(order, 'confirm')
    const [intent] = await shop.db
      .select()
      .from(sandboxIntents)
      .where(and(eq(sandboxIntents.order_id, order.order_id), eq(sandboxIntents.amount, 2500)))
    const back = new URL(intent?.return_url ?? '')
    const state = await edge.request(`http://localhost:8787/confirm-payment/status${back.search}`, {}, bench.env)
    expect(await state.json()).toMatchObject({ state: 'succeeded' })
    expect(await follow(link)).toMatch(/\/confirm-payment\?/)
    expect(await again()).toMatchObject({ type: 'paid' })
    await nadia.renew()
    expect(await paidOf(nadia, order)).toBe(order.total + 2500)
    expect((await mailsTo(nadia)).filter(({ dedupe }) => dedupe.includes('payment_confirmation'))).toHaveLength(1)
  })

  it('a refusal by the customer declines the charge', async () => {
    const { order, link, again } = await chargeWithQuestion()
    await decide(order, 'refuse')
    bench.pass(61_000)
    expect(await again()).toMatchObject({ type: 'declined', code: 'payment_intent_authentication_failure' })
    const page = await follow(link)
    expect(page).toMatch(/\/confirm-payment\?/)
    const status = await edge.request(page.replace('/confirm-payment?', '/confirm-payment/status?'), {}, bench.env)
    expect(await status.json(), 'the order itself is paid').toMatchObject({ state: 'failed_after_checkout' })
    const forged = await follow(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))
    expect(forged).toMatch(/^\/confirm-payment\?/)
  })

  it('the next charge withdraws the request for confirmation', async () => {
    const first = await chargeWithQuestion()
    const card = await store(first.nadia)
    expect(await charge(first.order, { payment_source_id: card })).toMatchObject({ type: 'paid' })
    expect(await first.again()).toMatchObject({ type: 'declined' })
    const second = await chargeWithQuestion()
    await decide(second.order, 'confirm')
    const other = await store(second.nadia)
    expect(await charge(second.order, { payment_source_id: other, amount: 3500 })).toMatchObject({ type: 'paid' })
    expect(await second.again()).toMatchObject({ type: 'paid' })
    await second.nadia.renew()
    expect(await paidOf(second.nadia, second.order)).toBe(second.order.total + 6000)
  })

  it("a request for confirmation is mailed even if the provider's response was lost", async () => {
    const nadia = await shop.customer()
    await storeAsking(nadia)
    const order = await owing(nadia)
    const key = newKey()
    await setNextScenario(bench.env, { next: 'lost', seconds: 60 }, bench.now())
    expect(await charge(order, { key })).toMatchObject({ type: 'processing' })
    bench.pass(61_000)
    expect(await charge(order, { key })).toMatchObject({ type: 'requires_action' })
    await bench.tick()
    expect((await mailsTo(nadia)).filter(({ dedupe }) => dedupe.includes('payment_confirmation'))).toHaveLength(1)
  })
})
