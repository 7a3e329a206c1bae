import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type StripeServer, startStripe } from '../../../e2e/stripe/compatible-server.ts'
import type { PaymentSource } from '../../contract/people/customer.ts'
import { facts, mailbox } from '../../platform/database/tables.ts'
import type { Health } from '../../platform/health/health-rules.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { chargeStoredCard } from './charge-stored-card.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_r', STRIPE_PUBLISHABLE_KEY: 'pk_test_r', STRIPE_WEBHOOK_SECRET: 'whsec_r' }
const operator = 'operator@camps.example'
let bench: Bench
let shop: Shop
let server: StripeServer
let nadia: Person
let before: Record<string, unknown> = {}
beforeAll(async () => {
  bench = await openBench()
  server = await startStripe({ secretKey: keys.STRIPE_SECRET_KEY, webhookSecret: 'whsec_r', now: bench.now })
  before = { PAYMENT_PROVIDER: bench.env.PAYMENT_PROVIDER, OPERATOR_EMAIL: bench.env.OPERATOR_EMAIL }
  const settings = { ...keys, PAYMENT_PROVIDER: 'stripe', STRIPE_API_BASE: server.origin, OPERATOR_EMAIL: operator }
  Object.assign(bench.env, settings)
  shop = await openShop(bench, { program: { selling: { offline: true } }, event: { options: [{ spots: null }] } })
})
beforeEach(async () => {
  // A rejection is reported once a day.
  bench.pass(86_400_000)
  await shop.db.delete(facts).where(eq(facts.name, 'cards_refused'))
  nadia = await shop.customer({ verified: true })
  bench.env.STRIPE_SECRET_KEY = keys.STRIPE_SECRET_KEY
})
afterAll(async () => {
  for (const name of [...Object.keys(keys), 'STRIPE_API_BASE']) Reflect.deleteProperty(bench.env, name)
  Object.assign(bench.env, before)
  await server.stop()
})

const health = async () => (await (await bench.call('/health')).json()) as Health
const refuse = {
  'a wrong key': () => {
    bench.env.STRIPE_SECRET_KEY = 'sk_test_wrong'
  },
  'a key that may not confirm': () => server.happen({ is: 'forbidden', onPath: /\/confirm$/, times: 1 }),
  'a key that may not make payments': () => server.happen({ is: 'forbidden', onPath: /payment_intents$/, times: 1 }),
}
const mailsToOperator = async () => shop.db.select().from(mailbox).where(eq(mailbox.recipient, operator))

describe("a card provider that rejects this site's key", () => {
  it.each(Object.keys(refuse) as (keyof typeof refuse)[])(
    'with %s of the provider, the customer keeps the place and the health is degraded',
    async (cause) => {
      const order = await shop.cart(nadia)
      const before = (await mailsToOperator()).length
      const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
      refuse[cause]()
      const answer = await shop.pay(nadia, order)
      const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
      lines.mockRestore()

      expect(answer.status).toBe(402)
      expect(await answer.json()).toMatchObject({
        type: 'cards_unavailable',
        message: 'We can’t take cards right now. Pay another way, or try again later.',
      })
      expect(logged).toContainEqual(
        expect.objectContaining({
          event: 'card_provider_failed',
          reason: 'ProviderRefusalError',
          ...(cause === 'a wrong key'
            ? { provider_type: 'StripeAuthenticationError', provider_status: 401, provider_code: null }
            : { provider_type: 'StripePermissionError', provider_status: 403, provider_code: 'secret_key_required' }),
        }),
      )
      expect(await health()).toMatchObject({ status: 'degraded', problems: expect.arrayContaining(['cards_refused']) })
      // The scheduler runs again within a minute.
      await bench.tick()
      expect((await mailsToOperator()).length).toBe(before + 1)

      const { status, registrations, hold_expires_at } = await shop.orderOf(nadia, order)
      expect([status, registrations[0]?.status]).toEqual(['pending', 'pending'])
      expect(Date.parse(hold_expires_at ?? '')).toBeGreaterThan(bench.now())
      const body = nadia.json({ checkout_method: 'offline' })
      expect((await bench.call(`/v1/profile/orders/${order.order_id}/payments`, body)).status).toBe(201)
    },
  )

  it('the customer can pay once the key is valid again', async () => {
    const order = await shop.cart(nadia)
    bench.env.STRIPE_SECRET_KEY = 'sk_test_wrong'
    for (let press = 0; press < 8; press += 1) expect((await shop.pay(nadia, order)).status).toBe(402)
    bench.env.STRIPE_SECRET_KEY = keys.STRIPE_SECRET_KEY
    expect((await shop.pay(nadia, order)).status).toBe(201)
    expect((await shop.orderOf(nadia, order)).status).toBe('paid')
    expect((await health()).problems).not.toContain('cards_refused')
  })

  it('the scheduler notices the rejected key before a customer pays', async () => {
    bench.env.STRIPE_SECRET_KEY = 'sk_test_wrong'
    await bench.tick()
    expect((await health()).problems).toContain('cards_refused')
    bench.env.STRIPE_SECRET_KEY = keys.STRIPE_SECRET_KEY
    await bench.tick()
    expect((await health()).problems).not.toContain('cards_refused')
  })

  it('storing a card is rejected as cards_unavailable when the provider rejects the secret key', async () => {
    bench.env.STRIPE_SECRET_KEY = 'sk_test_wrong'
    const path = `/v1/profile/programs/${shop.programId}/payment_methods/pm_card_visa/attach`
    const answer = await bench.call(path, nadia.json({}))
    expect([answer.status, ((await answer.json()) as { type: string }).type]).toEqual([402, 'cards_unavailable'])
  })
})

describe('a payment attempt that the provider did not start', () => {
  it.each([
    { is: 'rate_limited' as const, type: 'rate_limit' },
    { is: 'locked' as const, type: 'lock_timeout' },
  ])('the customer can pay at the next attempt after the error $type', async ({ is, type }) => {
    const order = await shop.cart(nadia)
    server.happen({ is, onPath: /\/confirm$/, times: 1 })
    const first = await shop.pay(nadia, order)
    expect([first.status, ((await first.json()) as { type: string }).type]).toEqual([402, type])
    expect((await shop.pay(nadia, order)).status).toBe(201)
    expect((await shop.orderOf(nadia, order)).status).toBe('paid')
  })

  it('a failed automatic charge is attempted again without counting as a decline', async () => {
    const path = `/v1/profile/programs/${shop.programId}/payment_methods/pm_card_visa/attach`
    const { id } = (await (await bench.call(path, nadia.json({}))).json()) as PaymentSource
    const order = await shop.cart(nadia)
    expect((await shop.pay(nadia, order)).status).toBe(201)
    await bench.env.DB.prepare('UPDATE orders SET amount_total = amount_total + 2500 WHERE id = ?')
      .bind(order.order_id)
      .run()
    const charge = async () =>
      chargeStoredCard(clockContext(bench), {
        order_id: order.order_id,
        key: `instalment:${order.order_id}:1`,
        amount: 2500,
        payment_source_id: id,
      })
    for (const is of ['forbidden', 'rate_limited', 'locked'] as const) {
      server.happen({ is, onPath: /\/confirm$/, times: 1 })
      expect(await charge()).toMatchObject({ type: 'processing' })
      bench.pass(60_000)
    }
    expect(await charge()).toMatchObject({ type: 'paid' })
    const { payments } = await shop.orderOf(nadia, order)
    expect(payments.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Confirmed: /)])
  })
})
