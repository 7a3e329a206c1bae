import { dayMs } from '../../contract/limits.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StripeServer, startStripe } from '../../../e2e/stripe/compatible-server.ts'
import type { CustomerProfile, PaymentSource } from '../../contract/people/customer.ts'
import type { Payment } from '../../contract/money/payment.ts'
import {
  customerProfiles,
  outbox,
  payments,
  programs,
  providerCustomers,
  refunds,
} from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_c', STRIPE_PUBLISHABLE_KEY: 'pk_test_c', STRIPE_WEBHOOK_SECRET: 'whsec_c' }
let bench: Bench
let shop: Shop
let server: StripeServer
let before: Record<string, unknown> = {}
beforeAll(async () => {
  bench = await openBench()
  server = await startStripe({ secretKey: keys.STRIPE_SECRET_KEY, webhookSecret: 'whsec_c', now: bench.now })
  before = { PAYMENT_PROVIDER: bench.env.PAYMENT_PROVIDER }
  Object.assign(bench.env, { ...keys, PAYMENT_PROVIDER: 'stripe', STRIPE_API_BASE: server.origin })
})
beforeEach(async () => {
  shop = await openShop(bench, { event: { options: [{ spots: null }] } })
})
afterAll(async () => {
  for (const name of [...Object.keys(keys), 'STRIPE_API_BASE']) Reflect.deleteProperty(bench.env, name)
  Object.assign(bench.env, before)
  await server.stop()
})

const methods = (path: string) => `/v1/profile/programs/${shop.programId}/payment_methods/${path}`
const post = async (person: Person, path: string) => bench.call(methods(path), person.json({}))
const store = async (person: Person, source = 'pm_card_visa') =>
  (await (await post(person, `${source}/attach`)).json()) as PaymentSource
const profile = async (person: Person) => shop.read<CustomerProfile>(person, `/v1/profile/programs/${shop.programId}`)
const atStripe = (id: string, account: string | null = null) => {
  try {
    return server.books(account).answer('POST', `/v1/customers/${id}`, {})
  } catch {
    return null
  }
}
const move = async (account: string | null) =>
  shop.db.update(programs).set({ payment_provider_id: account }).where(eq(programs.id, shop.programId))
const minutes = (count: number) => bench.pass(count * 60_000)

describe('P-03: a customer record at the provider', () => {
  async function erased(person: Person) {
    const body = person.json({ program_id: shop.programId })
    expect((await bench.call('/v1/profile/customer', { ...body, method: 'DELETE' })).status).toBeLessThan(300)
    bench.pass(15 * dayMs)
    await bench.tick()
  }

  it('erasing an account deletes its customer record at the provider', async () => {
    const nadia = await shop.customer()
    await store(nadia)
    const first = (await profile(nadia)).payment_provider_id ?? ''
    await move('acct_lakeside')
    await store(nadia, 'pm_card_mastercard')
    const second = (await profile(nadia)).payment_provider_id ?? ''
    expect([atStripe(first), atStripe(second, 'acct_lakeside')]).toEqual([
      expect.objectContaining({ email: nadia.email }),
      expect.objectContaining({ email: nadia.email }),
    ])
    await erased(nadia)
    expect([atStripe(first), atStripe(second, 'acct_lakeside')]).toEqual([null, null])
    const kept = await shop.db
      .select()
      .from(providerCustomers)
      .where(eq(providerCustomers.customer_profile_id, nadia.profileId(shop.programId)))
    expect(kept.map(({ forgotten_at }) => forgotten_at !== null)).toEqual([true, true])
  })

  it('the deletion is retried when the provider could not be reached', async () => {
    const nadia = await shop.customer()
    await store(nadia)
    const id = (await profile(nadia)).payment_provider_id ?? ''
    server.happen({ is: 'broken', onPath: new RegExp(`customers/${id}$`), times: 2 })
    await erased(nadia)
    expect(atStripe(id)).not.toBeNull()
    for (let run = 0; run < 3; run += 1) {
      minutes(10)
      await bench.tick()
    }
    expect(atStripe(id)).toBeNull()
    const rows = await shop.db.select().from(outbox).where(eq(outbox.ref, id))
    expect(rows.map(({ done_at }) => done_at !== null)).toEqual([true])
  })
})

describe('a customer record that the provider no longer has', () => {
  const lose = async (person: Person) => {
    const id = (await profile(person)).payment_provider_id ?? ''
    server.books(null).answer('DELETE', `/v1/customers/${id}`, {})
    return id
  }

  it('storing a card creates a new customer record', async () => {
    const nadia = await shop.customer()
    await store(nadia)
    const lost = await lose(nadia)
    const answer = await post(nadia, 'pm_card_mastercard/attach')
    expect(answer.status).toBe(201)
    const { payment_provider_id, sources } = await profile(nadia)
    expect(payment_provider_id).not.toBe(lost)
    expect(sources).toMatchObject([{ last4: '4444', is_default: true }])
  })

  it('a checkout creates a new customer record', async () => {
    const nadia = await shop.customer()
    const card = await store(nadia)
    await lose(nadia)
    const order = await shop.cart(nadia)
    expect((await shop.pay(nadia, order, card.id)).status).toBe(402)
    expect((await shop.pay(nadia, order, card.id)).status).toBe(404)
    const paid = await shop.pay(nadia, order, 'pm_card_mastercard', { store_payment_source: true })
    expect(await paid.json()).toMatchObject({ status: 'succeeded' })
    expect((await profile(nadia)).sources).toMatchObject([{ last4: '4444' }])
    await lose(nadia)
    const next = await shop.pay(nadia, await shop.cart(nadia), 'pm_card_visa', { store_payment_source: true })
    expect(await next.json()).toMatchObject({ status: 'succeeded' })
  })

  it('an attempt to store a card that was open in another provider account is replaced', async () => {
    const nadia = await shop.customer()
    expect((await post(nadia, 'setup')).status).toBe(200)
    await move('acct_lakeside')
    expect((await post(nadia, 'pm_card_visa/attach')).status).toBe(201)
    const [row] = await shop.db
      .select()
      .from(customerProfiles)
      .where(eq(customerProfiles.id, nadia.profileId(shop.programId)))
    expect(atStripe(row?.payment_provider_id ?? '', 'acct_lakeside')).not.toBeNull()
  })
})

it('a site that goes live keeps no test cards', async () => {
  const nadia = await shop.customer()
  const card = await store(nadia)
  const tried = (await profile(nadia)).payment_provider_id
  const liveKeys = { STRIPE_SECRET_KEY: 'sk_live_c', STRIPE_PUBLISHABLE_KEY: 'pk_live_c' }
  const live = await startStripe({ secretKey: liveKeys.STRIPE_SECRET_KEY, webhookSecret: 'whsec_c', now: bench.now })
  Object.assign(bench.env, liveKeys, { STRIPE_API_BASE: live.origin })
  try {
    const order = await shop.cart(nadia)
    expect((await shop.pay(nadia, order, card.id)).status).toBe(402)
    expect((await profile(nadia)).sources).toEqual([])
    expect((await post(nadia, 'pm_card_mastercard/attach')).status).toBe(201)
    const { payment_provider_id, sources } = await profile(nadia)
    expect(payment_provider_id).not.toBe(tried)
    expect(await (await shop.pay(nadia, order, sources[0]?.id ?? '')).json()).toMatchObject({ status: 'succeeded' })
    expect(live.faults).toEqual([])
  } finally {
    Object.assign(bench.env, keys, { STRIPE_API_BASE: server.origin })
    await live.stop()
  }
})

describe('a program that changes its provider account', () => {
  it('old payments are refunded in the old account', async () => {
    await move('acct_before')
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    expect((await shop.pay(nadia, order)).status).toBe(201)
    await move('acct_after')
    const next = await shop.cart(nadia)
    expect((await shop.pay(nadia, next)).status).toBe(201)
    for (const each of [order, next]) await bench.call(`/v1/profile/orders/${each.order_id}/cancel`, nadia.json({}))
    await bench.tick()
    const returned = await shop.db.select().from(refunds)
    expect(returned.filter(({ order_id }) => [order.order_id, next.order_id].includes(order_id))).toMatchObject([
      { status: 'succeeded' },
      { status: 'succeeded' },
    ])
    const accounts = await shop.db.select().from(payments)
    expect(
      [order, next].map((each) => accounts.find(({ order_id }) => order_id === each.order_id)?.provider_account),
    ).toEqual(['acct_before', 'acct_after'])
  })

  it('a declined payment restarts in its own account', async () => {
    await move('acct_before')
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const payment = (await (await shop.pay(nadia, order, 'pm_card_authenticationRequired')).json()) as Payment
    const declined = await shop.cart(nadia)
    await shop.pay(nadia, declined, 'pm_card_chargeDeclined')
    await move('acct_after')
    server.decideAtBank(payment.next_action_url ?? '', true)
    expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'succeeded' })
    expect((await shop.pay(nadia, declined)).status).toBe(201)
    expect(await shop.orderOf(nadia, declined)).toMatchObject({ status: 'paid' })
  })

  it('a payment that no account knows ends after a day', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    server.treatNext('late')
    const payment = (await (await shop.pay(nadia, order)).json()) as Payment
    expect(payment.status).toBe('processing')
    const set = { intent_id: 'pi_of_another_mode' }
    await shop.db.update(payments).set(set).where(eq(payments.id, payment.id))
    minutes(5)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'processing' })
    minutes(24 * 60)
    await bench.tick()
    const [ended] = await shop.db.select().from(payments).where(eq(payments.id, payment.id))
    expect(ended).toMatchObject({ status: 'failed', amount_received: 0 })

    await nadia.renew()
    const paid = await shop.cart(nadia)
    await shop.pay(nadia, paid)
    await shop.db.update(payments).set({ intent_id: 'pi_gone' }).where(eq(payments.order_id, paid.order_id))
    await bench.call(`/v1/profile/orders/${paid.order_id}/cancel`, nadia.json({}))
    await bench.tick()
    const [refund] = await shop.db.select().from(refunds).where(eq(refunds.order_id, paid.order_id))
    expect(refund).toMatchObject({ status: 'failed', failure: 'resource_missing' })
  })
})

it('every request in these tests is valid by Stripe’s API description', () => expect(server.faults).toEqual([]))
