import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StripeServer, startStripe } from '../../e2e/stripe/compatible-server.ts'
import type { Payment } from '../contract/money/payment.ts'
import type { CardSetup } from '../contract/money/payment-method.ts'
import type { CustomerProfile } from '../contract/people/customer.ts'
import type { Worker } from '../platform/context.ts'
import { type Bench, collectInto, openBench } from '../test-bench/bench.ts'
import type { Cart } from '../test-bench/orders.ts'
import { makeMembershipPackage } from '../test-bench/programs.ts'
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
  shop = await openShop(bench, { program: { features: { memberships: true } }, event: { options: [{ spots: null }] } })
})
beforeEach(() => {
  server.books(null).events.length = 0
})
afterAll(async () => {
  for (const name of [...Object.keys(keys), 'STRIPE_API_BASE']) Reflect.deleteProperty(bench.env, name)
  Object.assign(bench.env, before)
  await server.stop()
})

/** Sends the events of these types, as Stripe would, and waits for the resulting work. */
async function report(types: readonly string[]): Promise<void> {
  for (const type of types) {
    const event = server.books(null).events.find((each) => each.type === type)
    if (!event) throw new Error(`no event ${type}`)
    const { headers, body } = server.report(event)
    const waiting: Promise<unknown>[] = []
    const executionCtx = collectInto((work) => void waiting.push(work))
    const init = { method: 'POST', headers, body }
    const answer = await app.request('http://localhost:8787/webhooks/stripe', init, bench.env, executionCtx)
    await Promise.allSettled(waiting)
    expect(answer.status).toBe(200)
  }
}
async function opened() {
  const nadia = await shop.customer({ verified: true })
  const order = await shop.cart(nadia, { places: 2 })
  const body = { checkout_method: 'card', on_provider_page: true }
  const answer = await bench.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json(body))
  return { nadia, order, payment: (await answer.json()) as Payment }
}
const [completed, succeeded] = ['checkout.session.completed', 'payment_intent.succeeded']

describe('a payment on Stripe’s page', () => {
  it('the page charges exactly the order’s amount, once, in its currency, and returns to the payment', async () => {
    const { nadia, order, payment } = await opened()
    const sent = server.requests.find(({ path }) => path === '/v1/checkout/sessions')
    const back = expect.stringContaining(`order_id=${order.order_id}&payment_id=${payment.id}&t=`)
    expect(sent?.fields).toMatchObject({
      mode: 'payment',
      line_items: [{ quantity: '1', price_data: { unit_amount: '20000', currency: 'cad' } }],
      adaptive_pricing: { enabled: 'false' },
      customer_email: nadia.email,
      payment_intent_data: { metadata: { payment_id: payment.id, order_id: order.order_id } },
      success_url: back,
      cancel_url: back,
    })
    expect(payment).toMatchObject({ status: 'requires_action', next_action_url: expect.stringMatching(/\/pay\/cs_/) })
  })

  it.each([
    { arrives: [completed] },
    { arrives: [succeeded] },
    { arrives: [succeeded, completed, completed, succeeded] },
    { arrives: ['payment_intent.payment_failed', completed] },
    { arrives: [] },
  ])('the order is paid once after the events $arrives, or by the scheduler', async ({ arrives }) => {
    const { nadia, order, payment } = await opened()
    expect(server.payOnPage(payment.next_action_url ?? '', 'pm_card_chargeDeclined')).toBeNull()
    server.payOnPage(payment.next_action_url ?? '', 'pm_card_visa')
    await report(arrives)
    if (arrives.length === 0) {
      bench.pass(3 * 60_000)
      await bench.tick()
    }
    expect(await shop.orderOf(nadia, order)).toMatchObject({
      status: 'paid',
      amount_paid: { value: 20_000 },
      payments: [{ id: payment.id, status: 'succeeded', payment_source: { last4: '4242' } }],
    })
  })

  it('an order whose page ran out of time can be paid by another card', async () => {
    const { nadia, order, payment } = await opened()
    bench.pass(32 * 60_000)
    await nadia.renew()
    expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'cancelled' })
    await report(['checkout.session.expired'])
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'pending' })
  })

  it('the page is closed at Stripe before another card is charged', async () => {
    const { nadia, order, payment } = await opened()
    const other = await shop.pay(nadia, order, 'pm_card_visa', { replaces_payment_id: payment.id })
    expect(await other.json()).toMatchObject({ status: 'succeeded' })
    expect(server.payOnPage(payment.next_action_url ?? '', 'pm_card_visa')).toBeNull()
    const paid = server.books(null).events.filter(({ type }) => type === succeeded)
    expect(paid).toHaveLength(1)
  })

  describe('that stores a card and charges nothing', () => {
    const stored = 'setup_intent.succeeded'
    const sessions = () => server.requests.filter(({ path }) => path === '/v1/checkout/sessions')
    async function openedTrial() {
      const nadia = await shop.customer()
      const source = await makeMembershipPackage(bench, shop.programId, { trial_days: 14 })
      const order = await bench.call(
        '/v1/profile/orders',
        nadia.json({
          program_id: shop.programId,
          customer_profile_id: nadia.profileId(shop.programId),
          items: [{ type: 'membership_package', source }],
        }),
      )
      const { id: order_id } = (await order.json()) as { id: string }
      const body = { checkout_method: 'card', on_provider_page: true }
      const answer = await bench.call(`/v1/profile/orders/${order_id}/payments`, nadia.json(body))
      return { nadia, order: { order_id } as Cart, payment: (await answer.json()) as Payment }
    }
    const statusesOf = async ({ nadia }: Awaited<ReturnType<typeof openedTrial>>) => {
      const path = `/v1/profile/programs/${shop.programId}/memberships`
      return (await shop.read<{ data: { status: string }[] }>(nadia, path)).data.map(({ status }) => status)
    }

    it('the page of a trial is in setup mode, for the customer, and returns to the payment', async () => {
      const { order, payment } = await openedTrial()
      const metadata = { payment_id: payment.id, order_id: order.order_id }
      expect(sessions().at(-1)?.fields).toMatchObject({
        mode: 'setup',
        currency: 'cad',
        customer: expect.stringMatching(/^cus_/),
        metadata,
        setup_intent_data: { metadata },
        success_url: expect.stringContaining(`payment_id=${payment.id}&t=`),
      })
      expect(payment).toMatchObject({ status: 'requires_action', amount_total: { value: 0 } })
    })

    it.each([
      { arrives: [completed] },
      { arrives: [stored] },
      { arrives: [stored, completed, completed, stored] },
      { arrives: ['setup_intent.setup_failed', completed] },
      { arrives: [] },
    ])('the trial begins once after the events $arrives, or by the scheduler', async ({ arrives }) => {
      const trial = await openedTrial()
      const address = trial.payment.next_action_url ?? ''
      expect(server.payOnPage(address, 'pm_card_chargeDeclined')).toBeNull()
      server.payOnPage(address, 'pm_card_visa')
      await report(arrives)
      if (arrives.length === 0) {
        bench.pass(3 * 60_000)
        await bench.tick()
      }
      expect(await statusesOf(trial)).toEqual(['trialing'])
      expect(await shop.orderOf(trial.nadia, trial.order)).toMatchObject({
        status: 'paid',
        payments: [{ status: 'succeeded', payment_source: { last4: '4242' } }],
      })
    })

    it.each([{ arrives: [completed] }, { arrives: [stored, stored] }, { arrives: [] }])(
      'a card without an order is stored once after the events $arrives, or by the scheduler',
      async ({ arrives }) => {
        const nadia = await shop.customer()
        const path = `/v1/profile/programs/${shop.programId}/payment_methods/setup`
        const setUp = async () =>
          (await (await bench.call(path, nadia.json({ on_provider_page: true }))).json()) as CardSetup
        const setup = await setUp()
        expect(sessions().at(-1)?.fields).toMatchObject({ mode: 'setup', metadata: { setup_id: setup.id } })
        expect(await setUp()).toEqual(setup)
        server.payOnPage(setup.next_action_url ?? '', 'pm_card_visa')
        await report(arrives)
        if (arrives.length === 0) {
          bench.pass(3 * 60_000)
          await bench.tick()
        }
        const { sources } = await shop.read<CustomerProfile>(nadia, `/v1/profile/programs/${shop.programId}`)
        expect(sources.map(({ last4, is_default }) => [last4, is_default])).toEqual([['4242', true]])
      },
    )
  })

  it('every request is valid by Stripe’s description', () => expect(server.faults).toEqual([]))
})
