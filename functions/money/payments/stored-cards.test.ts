import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CustomerProfile, PaymentSource } from '../../contract/people/customer.ts'
import type { CardSetup } from '../../contract/money/payment-method.ts'
import type { Payment } from '../../contract/money/payment.ts'
import { cardDeclines, mailbox, paymentSources, sandboxSources } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { withSandbox } from '../../test-bench/provider-with.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { expiryMoment } from './stored-source.ts'
import { decideSetup } from '../../platform/cards/sandbox-sources.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
})

const profile = async (person: Person, program = shop.programId) =>
  shop.read<CustomerProfile>(person, `/v1/profile/programs/${program}`)
const methods = (path: string, program = shop.programId) => `/v1/profile/programs/${program}/payment_methods/${path}`
const post = async (person: Person, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  bench.call(methods(path), person.json(body, headers))
async function store(person: Person, source = 'pm_card_visa', body: object = {}): Promise<PaymentSource> {
  const answer = await post(person, `${source}/attach`, body)
  expect(answer.status).toBe(201)
  return (await answer.json()) as PaymentSource
}
const decide = async (setup: CardSetup, isConfirmed: boolean) =>
  decideSetup(bench.env, { token: setup.next_action_url?.split('/').at(-1) ?? '', isConfirmed, now: bench.now() })
const error = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { type: string; param: string | null }),
})

describe('storing a card', () => {
  it('the first stored card becomes the default', async () => {
    const nadia = await shop.customer()
    const first = (await (await post(nadia, 'setup')).json()) as CardSetup
    expect(first).toMatchObject({
      object: 'card_setup',
      status: 'open',
      payment_provider: 'sandbox',
      has_next_action: false,
    })
    expect(((await (await post(nadia, 'setup')).json()) as CardSetup).id).toBe(first.id)

    const visa = await store(nadia)
    expect(visa).toEqual({
      id: expect.stringMatching(/^pm_/),
      object: 'payment_source',
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2034,
      funding: 'credit',
      country: 'US',
      three_d_secure: 'optional',
      is_default: true,
      status: 'chargeable',
      usage: 'reusable',
      currency: null,
    })
    const mastercard = await store(nadia, 'pm_card_mastercard')
    expect(mastercard.is_default).toBe(false)
    expect(await profile(nadia)).toMatchObject({
      payment_provider: 'sandbox',
      payment_provider_id: expect.stringMatching(/^cus_/),
      default_source: visa.id,
      sources: [{ id: visa.id }, { id: mastercard.id }],
    })
  })

  it('storing a card again returns the same card', async () => {
    const nadia = await shop.customer()
    const { id } = await store(nadia)
    const again = await post(nadia, 'pm_card_visa/attach')
    expect([again.status, ((await again.json()) as PaymentSource).id]).toEqual([200, id])
    await store(nadia, 'pm_card_mastercard')
    const byId = await post(nadia, `${id}/attach`, { source_id: id, is_default: true })
    expect([byId.status, await byId.json()]).toMatchObject([200, { id, is_default: true }])
    expect((await profile(nadia)).sources).toHaveLength(2)
    expect(await error(await post(nadia, `${id}/attach`, { source_id: 'pm_card_visa' }))).toMatchObject({
      status: 400,
      type: 'invalid_parameter',
      param: 'source_id',
    })
  })

  it.each([
    { isConfirmed: true, status: 201, kept: 1 },
    { isConfirmed: false, status: 402, kept: 0 },
  ])('an attempt continues after the bank step (confirmed: $isConfirmed)', async ({ isConfirmed, kept }) => {
    const nadia = await shop.customer()
    const answer = await post(nadia, 'pm_card_authenticationRequired/attach')
    expect(answer.status).toBe(202)
    const setup = (await answer.json()) as CardSetup
    expect(setup).toMatchObject({ status: 'requires_action', has_next_action: true })
    expect((await post(nadia, 'pm_card_authenticationRequired/attach')).status).toBe(202)
    await decide(setup, isConfirmed)
    const after = await post(nadia, 'pm_card_authenticationRequired/attach')
    if (isConfirmed) expect([200, 201]).toContain(after.status)
    else expect(await error(after)).toMatchObject({ status: 402, type: 'setup_intent_authentication_failure' })
    expect((await profile(nadia)).sources).toHaveLength(kept)
  })

  it('the scheduler finishes an attempt whose customer does not return from the bank', async () => {
    const nadia = await shop.customer()
    await decide((await (await post(nadia, 'pm_card_authenticationRequired/attach')).json()) as CardSetup, true)
    bench.pass(3 * 60_000)
    await bench.tick()
    await nadia.renew()
    expect(await profile(nadia)).toMatchObject({ sources: [{ last4: '3155', is_default: true }] })
  })

  it('another card starts a new attempt while the bank waits', async () => {
    const nadia = await shop.customer()
    expect((await post(nadia, 'pm_card_authenticationRequired/attach')).status).toBe(202)
    expect(await store(nadia)).toMatchObject({ last4: '4242' })
  })

  it('M-22: six declined cards in ten minutes pause the form that stores cards', async () => {
    const nadia = await shop.customer()
    bench.env.RATE_LIMITS = 'strict'
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect(await error(await post(nadia, 'pm_card_chargeDeclinedInsufficientFunds/attach'))).toMatchObject({
        status: 402,
        type: 'insufficient_funds',
        param: 'source_id',
      })
    const seventh = await post(nadia, 'pm_card_visa/attach')
    bench.env.RATE_LIMITS = 'wide'
    expect(await error(seventh)).toMatchObject({ status: 429, type: 'too_many_requests', param: 'source_id' })
    expect(seventh.headers.get('Retry-After')).not.toBeNull()
    const declines = await shop.db
      .select()
      .from(cardDeclines)
      .where(eq(cardDeclines.customer_id, nadia.identity.customer_id))
    expect(declines).toHaveLength(6)
  })

  it('storing a card needs a confirmed email', async () => {
    const unverified = await shop.customer({ verified: false })
    for (const path of ['setup', 'pm_card_visa/attach'])
      expect(await error(await post(unverified, path))).toMatchObject({ status: 403, type: 'email_not_verified' })
    const order = await shop.cart(unverified)
    expect(
      await error(await shop.pay(unverified, order, 'pm_card_visa', { store_payment_source: true })),
    ).toMatchObject({ type: 'email_not_verified', param: 'store_payment_source' })
    const programId = await makeProgram(bench, { features: { online_payments: false } })
    const nadia = await shop.customer({ programIds: [programId] })
    expect(await error(await bench.call(methods('pm_card_visa/attach', programId), nadia.json({})))).toMatchObject({
      status: 403,
      type: 'feature_disabled',
    })
  })

  it('a customer stores at most ten cards', async () => {
    const nadia = await shop.customer()
    const { id } = await store(nadia)
    const [row] = await shop.db.select().from(paymentSources).where(eq(paymentSources.id, id))
    if (!row) throw new Error('not stored')
    const more = Array.from({ length: 9 }, (_, index) => ({ ...row, id: `${id}${index}`, is_default: false }))
    for (const each of more) await shop.db.insert(paymentSources).values(each)
    expect(await error(await post(nadia, 'pm_card_mastercard/attach'))).toMatchObject({
      type: 'out_of_range',
      param: 'source_id',
    })
  })
})

describe('removing a card and choosing the default', () => {
  it('a removed card is deleted at the provider', async () => {
    const nadia = await shop.customer()
    const [visa, mastercard] = [await store(nadia), await store(nadia, 'pm_card_mastercard')]
    for (let time = 0; time < 2; time += 1)
      expect(await (await post(nadia, `${visa.id}/detach`)).json()).toMatchObject({
        id: visa.id,
        status: 'detached',
        is_default: false,
      })
    expect(await profile(nadia)).toMatchObject({ default_source: mastercard.id, sources: [{ id: mastercard.id }] })
    const [atProvider] = await shop.db.select().from(sandboxSources).where(eq(sandboxSources.id, visa.id))
    expect(atProvider?.customer_id).toBeNull()
    for (const act of ['attach', 'set_default'])
      expect(await error(await post(nadia, `${visa.id}/${act}`))).toMatchObject({ status: 404, param: 'source_id' })
  })

  it('a card of a closed program can be removed', async () => {
    const closing = await makeProgram(bench)
    const nadia = await shop.customer({ programIds: [shop.programId, closing] })
    const path = (rest: string) => methods(rest, closing)
    const kept = (await (await bench.call(path('pm_card_visa/attach'), nadia.json({}))).json()) as { id: string }
    await bench.env.DB.prepare("UPDATE programs SET billing_status = 'cancelled' WHERE id = ?").bind(closing).run()
    expect((await bench.call(path(`${kept.id}/set_default`), nadia.json({}))).status).toBe(404)
    expect(await (await bench.call(path(`${kept.id}/detach`), nadia.json({}))).json()).toMatchObject({
      status: 'detached',
    })
  })

  it('concurrent changes leave exactly one default card', async () => {
    const nadia = await shop.customer()
    const cards = [await store(nadia), await store(nadia, 'pm_card_mastercard')]
    const defaults = async () => (await profile(nadia)).sources.filter(({ is_default }) => is_default)
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([...cards, ...cards].map(({ id }) => post(nadia, `${id}/set_default`)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await defaults()).toHaveLength(1)
    }
    const own = eq(paymentSources.customer_profile_id, nadia.profileId(shop.programId))
    await expect(shop.db.update(paymentSources).set({ is_default: true }).where(own)).rejects.toThrow()
    await expect(
      shop.db
        .update(paymentSources)
        .set({ detached_at: bench.now() })
        .where(and(own, eq(paymentSources.is_default, true))),
    ).rejects.toThrow()
  })

  it('M-25: one key stores one card', async () => {
    const nadia = await shop.customer()
    const key = { 'Idempotency-Key': 'store-once' }
    const first = await post(nadia, 'pm_card_visa/attach', {}, key)
    const second = await post(nadia, 'pm_card_visa/attach', {}, key)
    expect([first.status, second.status, second.headers.get('Idempotency-Replayed')]).toEqual([201, 201, 'true'])
    expect(await second.text()).toBe(await first.text())
    expect(await error(await post(nadia, 'pm_card_visa/attach', { is_default: true }, key))).toMatchObject({
      status: 422,
      type: 'idempotency_key_reused',
    })
    const other = await shop.customer()
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(other, 'pm_card_visa/attach')))
    expect(answers.map(({ status }) => status).every((status) => [200, 201, 409].includes(status))).toBe(true)
    expect((await profile(other)).sources).toHaveLength(1)
  })

  it('I-09: a card of another customer or program is not found', async () => {
    const elsewhere = await makeProgram(bench)
    const nadia = await shop.customer({ programIds: [shop.programId, elsewhere] })
    const rival = await shop.customer()
    const { id } = await store(nadia)
    const missing = 'pm_00000000000000000000000000000000'
    for (const act of ['attach', 'detach', 'set_default'])
      for (const [person, path] of [
        [rival, methods(`${id}/${act}`)],
        [nadia, methods(`${id}/${act}`, elsewhere)],
        [nadia, methods(`${missing}/${act}`)],
      ] as const)
        expect(await error(await bench.call(path, person.json({})))).toMatchObject({
          status: 404,
          type: 'not_found',
          param: 'source_id',
        })
    const order = await shop.cart(rival)
    expect(await error(await shop.pay(rival, order, id))).toMatchObject({ status: 404, param: 'payment_source_id' })
    expect((await profile(nadia)).sources).toMatchObject([{ id, is_default: true }])
  })
})

describe('paying with a stored card', () => {
  it('the payment names the charged card', async () => {
    const nadia = await shop.customer()
    const { id } = await store(nadia)
    const order = await shop.cart(nadia)
    const answer = await shop.pay(nadia, order, id)
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({
      status: 'succeeded',
      payment_source: { brand: 'visa', last4: '4242', usage: 'reusable', status: 'chargeable', is_default: true },
    })
    const other = await store(nadia, 'pm_card_mastercard')
    const next = await shop.pay(nadia, await shop.cart(nadia), other.id)
    expect(await next.json()).toMatchObject({ payment_source: { last4: '4444', is_default: false } })
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
    expect((await profile(nadia)).sources).toHaveLength(2)
  })

  it('a stored card may need the bank step', async () => {
    const nadia = await shop.customer()
    await decide((await (await post(nadia, 'pm_card_authenticationRequired/attach')).json()) as CardSetup, true)
    const asks = (await (await post(nadia, 'pm_card_authenticationRequired/attach')).json()) as PaymentSource
    const order = await shop.cart(nadia)
    const payment = (await (await shop.pay(nadia, order, asks.id)).json()) as Payment
    expect(payment).toMatchObject({ status: 'requires_action', has_next_action: true })
    await shop.decideAtBank(payment, 'confirm')
    expect(await (await shop.confirm(nadia, order, payment)).json()).toMatchObject({ status: 'succeeded' })

    const declining = await store(nadia, 'pm_card_chargeCustomerFail')
    const second = await shop.cart(nadia)
    expect(await error(await shop.pay(nadia, second, declining.id))).toMatchObject({ status: 402 })
    expect(await (await shop.pay(nadia, second, 'pm_card_visa')).json()).toMatchObject({ status: 'succeeded' })
  })

  it('a new card is stored only on request and after the payment succeeded', async () => {
    const nadia = await shop.customer()
    await shop.pay(nadia, await shop.cart(nadia))
    expect((await profile(nadia)).sources).toEqual([])
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order, 'pm_card_chargeDeclined', { store_payment_source: true })
    expect((await profile(nadia)).sources).toEqual([])
    await shop.pay(nadia, order, 'pm_card_mastercard', { store_payment_source: true })
    const { sources, default_source } = await profile(nadia)
    expect(sources).toMatchObject([{ brand: 'mastercard', last4: '4444', is_default: true }])
    const next = await shop.cart(nadia)
    expect((await shop.pay(nadia, next, default_source ?? '')).status).toBe(201)
    expect((await profile(nadia)).sources).toHaveLength(1)
  })

  it('a card that was to be stored is stored when the bank confirms the payment', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    const pay = await shop.pay(nadia, order, 'pm_card_authenticationRequired', { store_payment_source: true })
    const payment = (await pay.json()) as Payment
    await shop.decideAtBank(payment, 'confirm')
    bench.pass(3 * 60_000)
    await bench.tick()
    await nadia.renew()
    expect(await shop.orderOf(nadia, order)).toMatchObject({ status: 'paid' })
    expect((await profile(nadia)).sources).toMatchObject([{ last4: '3155', is_default: true }])
  })
})

it('a card that the provider cannot delete does not block the others', async () => {
  const nadia = await shop.customer()
  const { id } = await store(nadia)
  const [row] = await shop.db.select().from(paymentSources).where(eq(paymentSources.id, id))
  if (!row) throw new Error('not stored')
  const hour = 3_600_000
  const stuck = (index: number) => ({ ...row, id: `pm_stuck_${index}_${id}`, is_default: false })
  for (let index = 0; index < 50; index += 1)
    await shop.db.insert(paymentSources).values({ ...stuck(index), detached_at: bench.now() - hour })
  const isFailing = (source: string) => source.startsWith('pm_stuck') || bench.now() === detachedAt
  const detachedAt = bench.now()
  await withSandbox(
    ({ detach }) => ({
      detach: async (input) => {
        if (isFailing(input.source)) throw new Error('not this one')
        return detach(input)
      },
    }),
    async () => {
      await post(nadia, `${id}/detach`)
      for (let run = 0; run < 2; run += 1) {
        bench.pass(11 * 60_000)
        await bench.tick()
      }
    },
  )
  const [after] = await shop.db.select().from(paymentSources).where(eq(paymentSources.id, id))
  expect(after?.forgotten_at).not.toBeNull()
  const own = eq(paymentSources.customer_profile_id, row.customer_profile_id)
  await shop.db.update(paymentSources).set({ forgotten_at: bench.now() }).where(own)
})

describe('the expiry of a card', () => {
  it.each([
    { exp_month: 12, exp_year: 2034, at: Date.UTC(2035, 0, 1) },
    { exp_month: 2, exp_year: 2028, at: Date.UTC(2028, 2, 1) },
    { exp_month: null, exp_year: 2028, at: null },
  ])('a card is valid to the end of $exp_month/$exp_year', ({ at, ...card }) => expect(expiryMoment(card)).toBe(at))

  it('the owner is told 30 and 7 days before a card expires', async () => {
    const day = 86_400_000
    const nadia = await shop.customer()
    const [visa, removed] = [await store(nadia), await store(nadia, 'pm_card_mastercard')]
    const expiring = async (id: string, days: number) =>
      shop.db
        .update(paymentSources)
        .set({ expires_at: bench.now() + days * day })
        .where(eq(paymentSources.id, id))
    const mails = async () => shop.db.select().from(mailbox).where(eq(mailbox.recipient, nadia.email))
    await post(nadia, `${removed.id}/detach`)
    for (const [days, count] of [
      [31, 0],
      [30, 1],
      [8, 1],
      [7, 2],
      [1, 2],
    ] as const) {
      await expiring(visa.id, days)
      await expiring(removed.id, days)
      await bench.tick()
      await bench.tick()
      expect(await mails()).toHaveLength(count)
    }
    const [mail] = await mails()
    expect(mail?.subject).toContain('Visa ending 4242')
    expect(mail?.text).toContain(`/pg/${shop.programId}/profile/payment-methods`)
  })
})
