import { paymentInput } from '../../test-bench/provider-under-test.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StripeServer, startStripe } from '../../../e2e/stripe/compatible-server.ts'
import { apiDescription } from '../../../e2e/stripe/validate-request.ts'
import { openBench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import type { PaymentProvider } from './provider.ts'
import { stripe } from './stripe.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_secret', STRIPE_PUBLISHABLE_KEY: 'pk_test_public' }
let server: StripeServer
let provider: PaymentProvider
let now: () => number
beforeAll(async () => {
  const bench = await openBench()
  now = bench.now
  server = await startStripe({ secretKey: keys.STRIPE_SECRET_KEY, webhookSecret: 'whsec_new', now })
  provider = stripe({ ...bench.env, ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_new', STRIPE_API_BASE: server.origin })
})
afterAll(async () => server.stop())

const at = () => ({ account: null, now: now() })
const payInput = (source: string) => paymentInput(source, at())

describe('the bank step for a card from the card form', () => {
  const step = 'ctoken_pm_card_authenticationRequired'
  const hook = 'https://hooks.stripe.com/3d_secure/1'
  const byScript = { state: 'requires_action', next_action_url: null, client_secret: expect.any(String) }
  const ends: Record<string, object> = {
    redirect_to_url: { state: 'requires_action', next_action_url: hook },
    card_await_notification: { state: 'processing', next_action_url: null },
  }
  const askBy = (type: string) => server.books(null).askNextBy({ type, [type]: { url: hook } })

  it('the bank step has a URL for a payment and for storing a card', async () => {
    const paying = await provider.pay(payInput(step))
    expect(provider.isBankAddress(new URL(paying.next_action_url ?? ''))).toBe(true)
    expect(server.requests.at(-1)?.fields).toMatchObject({ use_stripe_sdk: 'false' })
  })

  it.each(apiDescription['x-next-actions'].payment_intent)(
    'the bank step of type %s decides a payment',
    async (type) => {
      askBy(type)
      const intent = await provider.pay(payInput(step))
      expect(intent).toMatchObject(ends[type] ?? byScript)
      expect(await provider.read({ intent_id: intent.id, payment_id: intent.payment_id, ...at() })).toEqual(intent)
    },
  )

  it.each(apiDescription['x-next-actions'].setup_intent)(
    'the bank step of type %s decides the storing of a card',
    async (type) => {
      const { id: customer } = await provider.createCustomer({
        key: `cup_${unique()}`,
        replaces: null,
        email: 'pat@example.com',
        name: 'Pat Lee',
        ...at(),
      })
      const { id } = await provider.createSetup({ setup_id: `pset_${unique()}`, customer, ...at() })
      askBy(type)
      const sent = {
        provider_setup_id: id,
        source: step,
        return_url: 'http://localhost:8787/back',
        attempt: 1,
        ...at(),
      }
      expect(await provider.confirmSetup(sent)).toMatchObject(ends[type] ?? byScript)
    },
  )
})
