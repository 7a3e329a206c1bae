import type { Stripe } from '@stripe/stripe-js'
import { describe, expect, it } from 'vitest'
import { stripeCard } from './stripe-card.ts'

type Wrong = { type?: string; message?: string }
type Answers = { submit?: Wrong; token?: Wrong }

/** A fake of Stripe's script with scripted answers, which records the calls of the form. */
function fakeStripe(answers: Answers = {}) {
  const calls: unknown[] = []
  const listeners = new Map<string, () => void>()
  const element = {
    on: (name: string, listener: () => void) => void listeners.set(name, listener),
    mount: () => calls.push('mounted'),
    destroy: () => calls.push('destroyed'),
    focus: () => calls.push('focused'),
  }
  const elements = {
    create: (kind: string) => {
      calls.push(kind)
      return element
    },
    update: (change: unknown) => calls.push(change),
    submit: async () => ({ error: answers.submit }),
  }
  const stripe = {
    elements: (options: unknown) => {
      calls.push(options)
      return elements
    },
    createConfirmationToken: async ({ params }: { params: unknown }) => {
      calls.push(params)
      return answers.token ? { error: answers.token } : { confirmationToken: { id: 'ctoken_1' } }
    },
  } as unknown as Stripe
  return { stripe, calls, happen: (name: string) => listeners.get(name)?.() }
}

async function shownForm(
  answers: Answers = {},
  more: { currency?: string; amount?: number | null; script?: boolean } = {},
) {
  const { stripe, calls, happen } = fakeStripe(answers)
  const loads: unknown[] = []
  const card = stripeCard({
    load: async (...input) => {
      loads.push(input)
      if (more.script === false) throw new Error('Failed to load Stripe.js')
      return stripe
    },
    publishableKey: 'pk_test_a',
    account: 'acct_lakeside',
    language: 'fr',
    currency: more.currency ?? 'CAD',
    amount: more.amount === undefined ? 5000 : more.amount,
    stores: false,
    returnUrl: 'https://camps.example/back',
    look: {},
  })
  expect(loads).toEqual([])
  await card.show({} as HTMLElement)
  expect(loads).toEqual([['pk_test_a', { locale: 'fr', stripeAccount: 'acct_lakeside' }]])
  return { card, calls, happen }
}

describe("Stripe's card form", () => {
  it('Stripe’s script loads only when the form is shown', async () => {
    const { card, calls, happen } = await shownForm()
    expect(calls).toEqual([
      expect.objectContaining({ mode: 'payment', amount: 5000, currency: 'cad', allowedPaymentMethodTypes: ['card'] }),
      'payment',
      'mounted',
    ])
    expect(card.state.get()).toBe('loading')
    happen('ready')
    expect(card.state.get()).toBe('ready')
  })

  it('the amount uses Stripe’s units and follows the total', async () => {
    const { card, calls } = await shownForm({}, { currency: 'UGX', amount: 7000 })
    expect(calls[0]).toMatchObject({ amount: 700_000, currency: 'ugx' })
    card.setAmount(6000)
    expect(calls.at(-1)).toEqual({ amount: 600_000 })
    card.setAmount(0)
    expect(calls.at(-1)).toEqual({ amount: 600_000 })
    const storing = await shownForm({}, { amount: null })
    expect(storing.calls[0]).toMatchObject({ mode: 'setup', setupFutureUsage: 'off_session' })
    expect(storing.calls[0]).not.toHaveProperty('amount')
  })

  it("storing the card follows the customer's choice", async () => {
    const { card, calls } = await shownForm()
    expect(calls[0]).toMatchObject({ setupFutureUsage: null })
    card.setStores(true)
    expect(calls.at(-1)).toEqual({ setupFutureUsage: 'off_session' })
    card.setStores(false)
    expect(calls.at(-1)).toEqual({ setupFutureUsage: null })
  })

  it('the form returns a token for one payment', async () => {
    const { card, calls } = await shownForm()
    expect(await card.read()).toBe('ctoken_1')
    expect(calls.at(-1)).toEqual({ return_url: 'https://camps.example/back' })
  })

  it.each<[string, Answers, string | null]>([
    ['a field is invalid', { submit: { type: 'validation_error', message: 'Incomplete' } }, null],
    ['a wallet fails, with its message', { submit: { type: 'api_error', message: 'Not now' } }, 'Not now'],
    ['no token can be created, with the message', { token: { message: 'No connection' } }, 'No connection'],
  ])('the form returns nothing when %s', async (_, answers, error) => {
    const { card, happen } = await shownForm(answers)
    expect(await card.read()).toBeNull()
    expect(card.error.get()).toBe(error)
    happen('change')
    expect(card.error.get()).toBeNull()
  })

  it('a script that fails to load is reported', async () => {
    const { card } = await shownForm({}, { script: false })
    expect(card.state.get()).toBe('failed')
    expect(await card.read()).toBeNull()
    const { card: blocked, happen } = await shownForm()
    happen('loaderror')
    expect(blocked.state.get()).toBe('failed')
  })

  it('the form is removed with its page', async () => {
    const { card, calls } = await shownForm()
    card.close()
    expect(calls.at(-1)).toBe('destroyed')
    expect(await card.read()).toBeNull()
  })
})
