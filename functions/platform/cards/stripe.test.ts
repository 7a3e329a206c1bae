import { readFileSync } from 'node:fs'
import Library from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signReport, type StripeServer, startStripe } from '../../../e2e/stripe/compatible-server.ts'
import { apiDescription, requestFaults } from '../../../e2e/stripe/validate-request.ts'
import { declineCodes, declineOf } from '../../contract/money/declines.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import { promisesOfAProvider } from '../../test-bench/promises-of-a-provider.ts'
import { paymentInput } from '../../test-bench/provider-under-test.ts'
import { type PaymentProvider, ProviderUnreachable } from './provider.ts'
import { fromStripe, toStripe } from '../../contract/money/stripe-amount.ts'
import { stripeFaults } from './stripe-client.ts'
import type { StripeSettings } from '../context.ts'
import { stripe } from './stripe.ts'

const settings = {
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
  STRIPE_WEBHOOK_SECRET: 'whsec_old,whsec_new',
}
let bench: Bench
let server: StripeServer
let provider: PaymentProvider
const withSettings = (more: StripeSettings = {}): PaymentProvider =>
  stripe({ ...bench.env, ...settings, STRIPE_API_BASE: server.origin, ...more })

beforeAll(async () => {
  bench = await openBench()
  server = await startStripe({
    secretKey: settings.STRIPE_SECRET_KEY,
    webhookSecret: 'whsec_new',
    now: bench.now,
  })
  provider = withSettings()
})
beforeEach(() => {
  server.requests.length = 0
})
afterAll(async () => {
  await server.stop()
})

promisesOfAProvider('Stripe', async () => ({
  provider,
  now: bench.now,
  cards: {
    succeeds: () => 'ctoken_pm_card_visa',
    asks_bank: () => 'ctoken_pm_card_authenticationRequired',
    is_declined: () => 'ctoken_pm_card_chargeDeclinedInsufficientFunds',
    fails_once_stored: () => 'pm_card_chargeCustomerFail',
  },
  decline: 'insufficient_funds',
  decideAtBank: async (address, isConfirmed) => server.decideAtBank(address, isConfirmed),
  payOnPage: async (address, card) => server.payOnPage(address, card),
  dispute: async (intentId) => server.books(null).dispute(intentId).id,
  report: async ({ event_id, kind, provider_ref }, at) =>
    server.report(
      {
        id: event_id,
        type: kind === 'payment' ? 'payment_intent.succeeded' : kind,
        object: { id: provider_ref },
        account: null,
        created: at,
      },
      at,
    ),
}))

const payInput = (source: string, more: Partial<Parameters<PaymentProvider['pay']>[0]> = {}) =>
  paymentInput(source, { now: bench.now(), ...more })
const at = () => ({ account: null, now: bench.now() })

describe('a decline of Stripe', () => {
  it.each(declineCodes)('the decline code %s is kept and has a text', async (code) => {
    const { decline, state, amount_received } = await provider.pay(payInput(`pm_decline_${code}`))
    expect({ decline, state, amount_received }).toEqual({
      decline: code,
      state: 'requires_payment_method',
      amount_received: 0,
    })
    expect(declineOf(decline)).toMatchObject({ key: code })
    expect(declineOf(decline).actions.length).toBeGreaterThan(0)
  })

  it('an unknown decline is explained as a decline by the bank', async () => {
    const { decline } = await provider.pay(payInput('pm_decline_made_up_tomorrow'))
    expect(declineOf(decline)).toMatchObject({ key: 'generic_decline', text: 'not_accepted' })
  })

  it("a decline without the bank's reason has the code of the error", async () => {
    expect((await provider.pay(payInput('pm_card_chargeDeclinedIncorrectCvc'))).decline).toBe('incorrect_cvc')
    expect((await provider.pay(payInput('pm_never_seen'))).decline).toBe('incorrect_number')
  })
})

describe('a payment by Stripe', () => {
  it('the payment intent is stored before the charge', async () => {
    const received: string[] = []
    const input = payInput('pm_card_visa', {
      opened: async (id) => {
        received.push(id)
        expect(server.requests.map(({ path }) => path)).toEqual(['/v1/payment_intents'])
      },
    })
    const { id } = await provider.pay(input)
    expect(received).toEqual([id])
    expect(server.requests).toMatchObject([
      { key: input.payment_id, fields: { amount: '5000', currency: 'cad', metadata: { order_id: 'ord_one' } } },
      { path: `/v1/payment_intents/${id}/confirm`, key: `${input.payment_id}-confirm-1` },
    ])
  })

  it.each([
    { is: 'lost' as const, state: 'succeeded' },
    { is: 'unreachable' as const, state: 'requires_payment_method' },
  ])('a payment whose response was $is is found by its intent with the state $state', async ({ is, state }) => {
    let intent_id = ''
    const input = payInput('pm_card_visa', {
      opened: async (id) => {
        intent_id = id
      },
    })
    server.happen({ is, onPath: /\/confirm$/, times: 1 })
    await expect(provider.pay(input)).rejects.toThrow(ProviderUnreachable)
    const intent = await provider.read({ intent_id, payment_id: input.payment_id, ...at() })
    expect(intent).toMatchObject({ id: intent_id, state, decline: null })
    const again = await provider.pay({ ...input, intent_id, attempt: 2 })
    expect(again).toMatchObject({ id: intent_id, state: 'succeeded', amount_received: 5000 })
  })

  it('a payment whose response was lost is retried and made once', async () => {
    server.happen({ is: 'lost', onPath: /payment_intents$/, times: 1 })
    const input = payInput('pm_card_visa')
    expect(await provider.pay(input)).toMatchObject({ state: 'succeeded' })
    const made = server.requests.filter(({ path }) => path === '/v1/payment_intents')
    expect(made.map(({ key }) => key)).toEqual([input.payment_id, input.payment_id])
    const { data } = server.books(null).answer('GET', '/v1/payment_intents/search', {
      query: `metadata['payment_id']:'${input.payment_id}'`,
    }) as { data: unknown[] }
    expect(data).toHaveLength(1)
  })

  it.each([
    { is: 'rate_limited' as const, code: 'rate_limit' },
    { is: 'locked' as const, code: 'lock_timeout' },
    { is: 'broken' as const, code: 'network' },
  ])('a payment whose response was $is is unknown, not declined', async ({ is, code }) => {
    server.happen({ is, onPath: /\/confirm$/, times: 1 })
    await expect(provider.pay(payInput('pm_card_visa'))).rejects.toMatchObject({ name: 'ProviderUnreachable', code })
  })

  it("an amount below Stripe's minimum is refused without a charge", async () => {
    const refused = { state: 'requires_payment_method', decline: 'invalid_amount', amount_received: 0 }
    const input = payInput('pm_card_visa', { amount: 20 })
    const small = await provider.pay(input)
    expect(small).toMatchObject({ ...refused, id: '', payment_id: input.payment_id })
    expect(declineOf(small.decline).actions).toContain('other')
    expect(await provider.pay({ ...input, amount: 5000, attempt: 2 })).toMatchObject({ state: 'succeeded' })

    const first = payInput('pm_card_chargeDeclined')
    const { id } = await provider.pay(first)
    server.requests.length = 0
    const smaller = { ...first, intent_id: id, amount: 20, source: 'pm_card_visa', attempt: 2 }
    expect(await provider.pay(smaller)).toMatchObject({ ...refused, id })
    expect(server.requests.filter(({ path }) => path.endsWith('/confirm'))).toEqual([])
    const again = await provider.pay({ ...smaller, amount: 7000, attempt: 3 })
    expect(again).toMatchObject({ id, state: 'succeeded', amount_received: 7000 })
  })

  it('a payment that another attempt has paid is returned as paid', async () => {
    const first = payInput('pm_card_chargeDeclined')
    const { id } = await provider.pay(first)
    const books = server.books(null)
    const { answer } = books
    books.answer = (method, path, fields) => {
      if (method === 'POST' && path.endsWith(id)) answer('POST', `${path}/confirm`, { payment_method: 'pm_card_visa' })
      return answer(method, path, fields)
    }
    const second = await provider.pay({ ...first, intent_id: id, amount: 7000, attempt: 2 })
    books.answer = answer
    expect(second).toMatchObject({ id, state: 'succeeded', amount_received: 5000 })
  })

  it('a payment settles later when the bank is slow', async () => {
    server.treatNext('late')
    const late = await provider.pay(payInput('pm_card_visa'))
    expect(late.state).toBe('processing')
    expect((await provider.cancel({ intent_id: late.id, ...at() })).state).toBe('processing')
    server.books(null).settle(late.id)
    expect(await provider.read({ intent_id: late.id, payment_id: late.payment_id, ...at() })).toMatchObject({
      state: 'succeeded',
      amount_received: 5000,
    })
  })

  it('a wrong key is an error of the site, not a decline', async () => {
    await expect(
      withSettings({ STRIPE_SECRET_KEY: 'sk_test_other' }).pay(payInput('pm_card_visa')),
    ).rejects.toMatchObject({
      name: 'ProviderRefusalError',
      provider: { type: 'StripeAuthenticationError', status: 401, code: null },
    })
  })

  it.each([
    ['CAD', 5000, 5000],
    ['JPY', 5000, 5000],
    ['UGX', 5000, 500_000],
    ['KWD', 5120, 5120],
    ['KWD', 5123, null],
  ])('the %s amount %d is %d for Stripe', (currency, ours, theirs) => {
    expect(toStripe(ours, currency)).toBe(theirs)
    if (theirs !== null) expect(fromStripe(theirs, currency)).toBe(ours)
  })
})

describe('a refund by Stripe', () => {
  it('a refund whose response was lost is found again', async () => {
    const paid = await provider.pay(payInput('pm_card_visa'))
    const input = {
      refund_id: `ref_${unique()}`,
      intent_id: paid.id,
      amount: 2000,
      reason: 'requested_by_customer' as const,
      ...at(),
    }
    const first = await provider.refund(input)
    server.forgetKeys()
    expect(await provider.refund(input)).toEqual(first)
    expect(
      server
        .books(null)
        .events.filter(({ type, object }) => type === 'refund.created' && object['payment_intent'] === paid.id),
    ).toHaveLength(1)
  })

  it('a refund may fail later with a reason', async () => {
    const paid = await provider.pay(payInput('pm_card_visa'))
    const { id } = await provider.refund({
      refund_id: `ref_${unique()}`,
      intent_id: paid.id,
      amount: 5000,
      reason: 'duplicate',
      ...at(),
    })
    server.books(null).failRefund(id)
    expect(await provider.readRefund({ provider_refund_id: id, ...at() })).toEqual({
      id,
      state: 'failed',
      failure: 'lost_or_stolen_card',
    })
  })
})

describe('a connected account', () => {
  const account = 'acct_lakeside'

  it("a direct charge on a connected account has the platform's fee", async () => {
    const direct = withSettings({ STRIPE_PLATFORM_FEE: '2.5' })
    const paid = await direct.pay(payInput('pm_card_visa', { account, amount: 4990 }))
    expect(paid.state).toBe('succeeded')
    expect(new Set(server.requests.map((request) => request.account))).toEqual(new Set([account]))
    expect(server.requests[0]?.fields).toMatchObject({ application_fee_amount: '125' })
    await direct.refund({
      refund_id: `ref_${unique()}`,
      intent_id: paid.id,
      amount: 990,
      reason: 'duplicate',
      account,
      now: bench.now(),
    })
    expect(server.requests.at(-1)?.fields).toMatchObject({ amount: '990', refund_application_fee: 'true' })
    expect(server.requests.at(-1)?.fields).not.toHaveProperty('reverse_transfer')
    expect(await direct.read({ intent_id: paid.id, payment_id: paid.payment_id, ...at() })).toBeNull()
    expect(direct.clientConfiguration({ account }).account).toBe(account)
  })

  it("the platform's charge is transferred to a connected account", async () => {
    const destination = withSettings({ STRIPE_CHARGES: 'destination', STRIPE_PLATFORM_FEE: '10' })
    const first = payInput('pm_card_chargeDeclined', { account, amount: 4000 })
    const { id } = await destination.pay(first)
    const second = { ...first, intent_id: id, source: 'pm_card_visa', amount: 5000, attempt: 2 }
    expect(await destination.pay(second)).toMatchObject({ id, state: 'succeeded', amount_received: 5000 })
    server.requests.length = 0
    const paid = await destination.pay(payInput('pm_card_visa', { account }))
    expect(server.requests[0]).toMatchObject({
      account: null,
      fields: { application_fee_amount: '500', transfer_data: { destination: account } },
    })
    await destination.refund({
      refund_id: `ref_${unique()}`,
      intent_id: paid.id,
      amount: 5000,
      reason: 'duplicate',
      account,
      now: bench.now(),
    })
    expect(server.requests.at(-1)?.fields).toMatchObject({ reverse_transfer: 'true', refund_application_fee: 'true' })
    expect(destination.clientConfiguration({ account }).account).toBeNull()
  })
})

describe('S-8, W-01: a webhook is trusted only with a valid signature of its exact bytes', () => {
  const body = JSON.stringify({
    id: 'evt_one',
    type: 'payment_intent.succeeded',
    livemode: false,
    created: 1,
    data: { object: { id: 'pi_1', metadata: { payment_id: 'pay_1' } } },
  })
  const signed = (secret = 'whsec_new', seconds = Math.floor(bench.now() / 1000), text = body) =>
    signReport(text, secret, seconds * 1000).headers.get('Stripe-Signature') ?? ''
  const parse = async (header: string | null, text = body) =>
    provider.parseWebhook({
      body: text,
      headers: new Headers(header === null ? {} : { 'Stripe-Signature': header }),
      now: bench.now(),
    })
  const now = () => Math.floor(bench.now() / 1000)
  const zeros = '0'.repeat(64)

  it('signatures of the new and the old secret are valid', async () => {
    const taken = {
      ok: true,
      events: [{ event_id: 'evt_one', kind: 'payment', provider_ref: 'pi_1', our_ref: 'pay_1', account: null }],
    }
    expect(await parse(signed())).toMatchObject(taken)
    expect(await parse(signed('whsec_old', now() - 299))).toMatchObject(taken)
    expect(await parse(signed().replace(',', `,v1=${zeros},`))).toMatchObject(taken)
  })

  it.each<[string, () => [string | null, string?]]>([
    ['no signature', () => [null]],
    ['an empty header', () => ['']],
    ['another secret', () => [signed('whsec_other')]],
    ['an invalid secret', () => [signed('x'.repeat(1))]],
    ['a changed body', () => [signed(), body.replace('pi_1', 'pi_2')]],
    ['a body that was formatted again', () => [signed(), JSON.stringify(JSON.parse(body), null, 1)]],
    ['a byte order mark', () => [signed(), `\uFEFF${body}`]],
    ['a line break after the body', () => [signed(), `${body}\n`]],
    ['an empty body', () => [signed(), '']],
    ['two timestamps', () => [`t=${now()},${signed('whsec_new', now() - 400)}`]],
    ['a changed timestamp', () => [signed().replace(/t=\d+/, `t=${now() - 1}`)]],
    ['no timestamp', () => [signed().replace(/t=\d+,/, '')]],
    ['a header in capital letters', () => [signed().toUpperCase().replace('T=', 't=').replace('V1=', 'v1=')]],
    ['a signature of another scheme only', () => [signed().replace('v1=', 'v0=')]],
    ['a short signature', () => [signed().slice(0, -2)]],
    ['spaces in the header', () => [signed().replace(',', ', ')]],
    ['a timestamp 301 seconds in the past', () => [signed('whsec_new', now() - 301)]],
    ['a timestamp 301 seconds in the future', () => [signed('whsec_new', now() + 301)]],
    ['a timestamp that is not a number', () => [signed().replace(/t=\d+/, 't=NaN')]],
    ['a header of five kilobytes', () => [`${signed()}${`,v1=${zeros}`.repeat(75)}`]],
  ])('a webhook with %s is rejected', async (_, bad) => {
    expect(await parse(...bad())).toMatchObject({ ok: false })
  })

  it('W-03: test-mode events are ignored in live mode', async () => {
    const other = body.replace('"livemode":false', '"livemode":true')
    expect(await parse(signed('whsec_new', now(), other), other)).toEqual({ ok: true, events: [] })
    const strange = body.replace('payment_intent.succeeded', 'balance.available')
    expect(await parse(signed('whsec_new', now(), strange), strange)).toMatchObject({ events: [{ kind: 'other' }] })
    const empty = '[]'
    expect(await parse(signed('whsec_new', now(), empty), empty)).toEqual({ ok: false, why: 'malformed' })
  })
})

it('M-19: only a URL of Stripe or its test server is a bank step', () => {
  const isBank = (address: string) => provider.isBankAddress(new URL(address))
  expect(isBank('https://hooks.stripe.com/3d_secure_2/hosted?a=b')).toBe(true)
  expect(isBank(`${server.origin}/bank/pi_1`)).toBe(true)
  for (const bad of [
    'http://hooks.stripe.com/',
    'https://stripe.com.evil.example/',
    'https://evilstripe.com/',
    'javascript:alert(1)',
    'https://evil.example/stripe.com',
  ])
    expect(isBank(bad), bad).toBe(false)
})

describe('the settings of Stripe', () => {
  it('the settings are complete with the three keys', () => expect(stripeFaults(settings)).toEqual([]))
  it.each<[StripeSettings, RegExp]>([
    [{ STRIPE_SECRET_KEY: '' }, /^STRIPE_SECRET_KEY is missing: the secret key/],
    [{ STRIPE_PUBLISHABLE_KEY: '' }, /^STRIPE_PUBLISHABLE_KEY is missing/],
    [{ STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET is missing/],
    [{ STRIPE_SECRET_KEY: 'pk_test_public' }, /^STRIPE_SECRET_KEY is not the secret key/],
    [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_secret' }, /^STRIPE_PUBLISHABLE_KEY is not the publishable key/],
    [{ STRIPE_SECRET_KEY: 'sk_live_secret' }, /not of one kind/],
    [{ STRIPE_API_BASE: 'api.stripe.com' }, /^STRIPE_API_BASE is/],
    [{ STRIPE_CHARGES: 'both' }, /^STRIPE_CHARGES is/],
    [{ STRIPE_PLATFORM_FEE: '99' }, /^STRIPE_PLATFORM_FEE is/],
  ])('the Stripe settings %j are rejected by name without showing the key', (change, words) => {
    const faults = stripeFaults({ ...settings, ...change })
    expect(faults).toEqual([expect.stringMatching(words)])
    expect(faults.join()).not.toMatch(/sk_(?:test|live)_secret/)
  })
})

describe('every request to Stripe', () => {
  it("every request is valid by the published description of the library's version", () => {
    expect(server.faults).toEqual([])
    expect(apiDescription.info['x-openapi']).toBe(readFileSync('node_modules/stripe/OPENAPI_VERSION', 'utf8').trim())
    expect(apiDescription.info['version']).toBe(Library.API_VERSION)
  })
  it('a request is invalid with an extra, a missing or a wrong parameter', () => {
    const faults = (sent: Record<string, unknown>) => requestFaults('POST', '/v1/payment_intents', sent)
    expect(faults({ amount: '100', currency: 'cad' })).toEqual([])
    expect(faults({ amount: '100', currency: 'cad', payment_method_types: ['card'] })).toHaveLength(1)
    expect(faults({ amount: '100' })).toHaveLength(1)
    expect(faults({ amount: '1.5', currency: 'cad' })).toHaveLength(1)
  })
})
