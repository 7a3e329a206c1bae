import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { sandboxCards } from '../../contract/money/sandbox-cards.ts'
import { database } from '../database/database.ts'
import { outbox } from '../database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import { checkPaymentProvider } from './choose.ts'
import { promisesOfAProvider } from '../../test-bench/promises-of-a-provider.ts'
import { paymentInput } from '../../test-bench/provider-under-test.ts'
import { ProviderUnreachable, type PaymentProvider } from './provider.ts'
import type { Scenario } from './sandbox-answers.ts'
import { payOnPage } from './sandbox-page.ts'
import { decideSetup, disputePayment } from './sandbox-sources.ts'
import { signReport } from './sandbox-webhook.ts'
import { bankStep, decideBankStep, sandbox, setNextScenario } from './sandbox.ts'

let opened: Bench
let provider: PaymentProvider
beforeAll(async () => {
  opened = await openBench()
  provider = sandbox(opened.env)
})

const request = (source: string, payment_id = `pay_${unique()}`, attempt = 1) =>
  paymentInput(source, { payment_id, attempt, now: opened.now() })
const treat = (next: Scenario['next'], seconds = 60) => setNextScenario(opened.env, { next, seconds }, opened.now())

const tokenOf = (address: string) => address.split('/').at(-1) ?? ''
promisesOfAProvider('The sandbox', async () => {
  const { env, now } = await openBench()
  return {
    provider: sandbox(env),
    now,
    cards: {
      succeeds: () => 'pm_card_visa',
      asks_bank: () => 'pm_card_authenticationRequired',
      is_declined: () => 'pm_card_chargeDeclined',
      fails_once_stored: () => 'pm_card_chargeCustomerFail',
    },
    decline: 'generic_decline',
    decideAtBank: async (address, isConfirmed) => {
      const decision = { token: tokenOf(address), isConfirmed, now: now() }
      if ((await decideBankStep(env, decision)) === null) await decideSetup(env, decision)
    },
    payOnPage: async (address, card) => {
      const answer = await payOnPage(env, { token: tokenOf(address), card, now: now() })
      return answer && 'next' in answer ? answer.next : null
    },
    dispute: async (intentId) => disputePayment(env, intentId, now()),
    report: async (event, at) => signReport(env.TOKEN_SECRET, { ...event, created: at }, at),
  }
})

const outcome: Record<string, string> = {
  pm_card_visa: 'succeeded',
  pm_card_mastercard: 'succeeded',
  pm_card_authenticationRequired: 'requires_action',
  pm_card_chargeDeclined: 'generic_decline',
  pm_card_chargeDeclinedInsufficientFunds: 'insufficient_funds',
  pm_card_chargeDeclinedExpiredCard: 'expired_card',
  pm_card_chargeDeclinedIncorrectCvc: 'incorrect_cvc',
  pm_card_chargeDeclinedProcessingError: 'processing_error',
  pm_card_chargeDeclinedLostCard: 'lost_card',
  pm_card_chargeDeclinedStolenCard: 'stolen_card',
  pm_card_chargeDeclinedFraudulent: 'fraudulent',
  pm_card_chargeCustomerFail: 'generic_decline',
}

describe('the sandbox provider', () => {
  it.each(
    sandboxCards.flatMap((card) => [
      { sent: card.number, source: card.source },
      { sent: card.source, source: card.source },
    ]),
  )('the sandbox answers the test card $sent as its public number says', async ({ sent, source }) => {
    const intent = await provider.pay(request(sent))
    expect(intent.decline ?? intent.state).toBe(outcome[source])
    expect(intent.amount_received).toBe(intent.state === 'succeeded' ? 5000 : 0)
    expect(intent.next_action_url === null).toBe(intent.state !== 'requires_action')
  })

  it.each(['4242424242424241', 'pm_card_unknown', '1'])(
    'the sandbox rejects the card number %s and does not store it',
    async (source) => {
      const intent = await provider.pay(request(source))
      expect(intent).toMatchObject({ state: 'requires_payment_method', decline: 'incorrect_number', card: null })
    },
  )

  it('a repeated charge gets the first result', async () => {
    const first = request('pm_card_chargeDeclined')
    await provider.pay(first)
    const again = await provider.pay({ ...first, source: 'pm_card_visa' })
    expect(again).toMatchObject({ state: 'requires_payment_method', decline: 'generic_decline' })
    const second = await provider.pay({ ...first, source: 'pm_card_visa', attempt: 2, amount: 7000 })
    expect(second).toMatchObject({ id: again.id, state: 'succeeded', amount_received: 7000 })
    expect(await provider.pay({ ...first, attempt: 3 })).toMatchObject({ state: 'succeeded', amount_received: 7000 })
  })

  it('fifty simultaneous repeats of a charge charge once', async () => {
    const same = request('pm_card_visa')
    const intents = await Promise.all(Array.from({ length: 50 }, () => provider.pay(same)))
    expect(new Set(intents.map((intent) => intent.id)).size).toBe(1)
    expect(new Set(intents.map((intent) => intent.amount_received))).toEqual(new Set([5000]))
  })

  it.each([
    { isConfirmed: true, state: 'succeeded', decline: null },
    { isConfirmed: false, state: 'requires_payment_method', decline: 'payment_intent_authentication_failure' },
  ])(
    'only the first decision at the bank step counts (confirmed: $isConfirmed)',
    async ({ isConfirmed, state, decline }) => {
      const intent = await provider.pay(request('4000002500003155'))
      const token = intent.next_action_url?.split('/').at(-1) ?? ''
      expect(await bankStep(opened.env, token)).toMatchObject({ id: intent.id })
      expect(await decideBankStep(opened.env, { token, isConfirmed, now: opened.now() })).toBe(
        'http://localhost:8787/confirm-payment?a=b',
      )
      await decideBankStep(opened.env, { token, isConfirmed: !isConfirmed, now: opened.now() })
      expect(
        await provider.read({ intent_id: intent.id, payment_id: intent.payment_id, account: null, now: opened.now() }),
      ).toMatchObject({ state, decline })
      expect(await decideBankStep(opened.env, { token: 'bank_unknown', isConfirmed, now: opened.now() })).toBeNull()
    },
  )

  it('a late payment settles at its time and a silent one never', async () => {
    await treat('late', 90)
    const late = await provider.pay(request('pm_card_visa'))
    await treat('never')
    const silent = await provider.pay(request('pm_card_visa'))
    expect([late.state, silent.state]).toEqual(['processing', 'processing'])
    const read = (intent: { id: string; payment_id: string }, after: number) =>
      provider.read({ intent_id: intent.id, payment_id: intent.payment_id, account: null, now: opened.now() + after })
    expect((await read(late, 89_000))?.state).toBe('processing')
    expect(await read(late, 90_000)).toMatchObject({ state: 'succeeded', amount_received: 5000 })
    expect((await read(silent, 86_400_000))?.state).toBe('processing')
  })

  it('the sandbox can report a wrong amount for the next payment', async () => {
    await treat('other_amount')
    expect(await provider.pay(request('pm_card_visa'))).toMatchObject({
      state: 'succeeded',
      amount: 5000,
      amount_received: 2500,
    })
    expect(await provider.pay(request('pm_card_visa'))).toMatchObject({ state: 'succeeded', amount_received: 5000 })
  })

  it.each([
    { next: 'other_currency' as const, said: { currency: 'USD' } },
    { next: 'other_order' as const, said: { order_id: 'ord_of_somebody_else' } },
  ])('a payment can be reported with a wrong currency or order: $next', async ({ next, said: words }) => {
    await treat(next)
    expect(await provider.pay(request('pm_card_visa'))).toMatchObject({
      state: 'succeeded',
      amount_received: 5000,
      ...words,
    })
    await treat(next)
    const input = await provider.pay(request('pm_card_authenticationRequired'))
    expect(input).toMatchObject({ currency: 'CAD', order_id: 'ord_one' })
    await decideBankStep(opened.env, {
      token: input.next_action_url?.split('/').at(-1) ?? '',
      isConfirmed: true,
      now: opened.now(),
    })
    expect(
      await provider.read({ intent_id: input.id, payment_id: input.payment_id, account: null, now: opened.now() }),
    ).toMatchObject({ state: 'succeeded', ...words })
  })

  it('the sandbox can send a webhook twice', async () => {
    await treat('twice')
    const plain = await provider.pay(request('pm_card_visa'))
    await treat('twice')
    const input = await provider.pay(request('pm_card_authenticationRequired'))
    await decideBankStep(opened.env, {
      token: input.next_action_url?.split('/').at(-1) ?? '',
      isConfirmed: true,
      now: opened.now(),
    })
    const reported = (await database(opened.bareDb).select().from(outbox))
      .filter((row) => row.kind === 'payment.reported')
      .map((row) => row.ref)
    for (const intent of [plain, input]) expect(reported.filter((ref) => ref === intent.payment_id)).toHaveLength(2)
    await database(opened.bareDb).delete(outbox).where(eq(outbox.kind, 'payment.reported'))
  })

  it('reading a payment after a lost response tells whether it was charged', async () => {
    await treat('lost')
    const charged = request('pm_card_visa')
    await expect(provider.pay(charged)).rejects.toThrow(ProviderUnreachable)
    expect(
      await provider.read({ intent_id: null, payment_id: charged.payment_id, account: null, now: opened.now() }),
    ).toMatchObject({
      state: 'succeeded',
    })
    await treat('unreachable')
    const never = request('pm_card_visa')
    await expect(provider.pay(never)).rejects.toThrow(ProviderUnreachable)
    expect(
      await provider.read({ intent_id: null, payment_id: never.payment_id, account: null, now: opened.now() }),
    ).toMatchObject({
      state: 'requires_payment_method',
      decline: null,
    })
  })
})

describe('PAYMENT_PROVIDER', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_live_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_public',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  }
  it.each([
    ['sandbox', /takes no real money/],
    ['coins', /this build knows stripe only/],
    ['', /missing/],
    [
      'stripe',
      /^STRIPE_SECRET_KEY is missing: .+ STRIPE_PUBLISHABLE_KEY is missing: .+ STRIPE_WEBHOOK_SECRET is missing/,
    ],
  ])('W-05: a production build refuses to start with %j and says why', (chosen, why) => {
    expect(() => checkPaymentProvider({ PAYMENT_PROVIDER: chosen }, ['stripe'])).toThrow(why)
  })
  it('a production build starts with stripe and its three keys', () =>
    expect(() => checkPaymentProvider({ PAYMENT_PROVIDER: 'stripe', ...keys }, ['stripe'])).not.toThrow())
  it('a build with the development tools accepts the sandbox too', () => {
    expect(() => checkPaymentProvider({ PAYMENT_PROVIDER: 'sandbox' })).not.toThrow()
    expect(() => checkPaymentProvider({ PAYMENT_PROVIDER: 'coins' })).toThrow(/knows sandbox and stripe only/)
  })
})
