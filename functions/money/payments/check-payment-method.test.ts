import { describe, expect, it } from 'vitest'
import type { CheckoutMethod } from '../../contract/money/order.ts'
import { checkPaymentMethod } from './check-payment-method.ts'

const both: CheckoutMethod[] = ['card', 'offline']
describe('which payment methods an order offers', () => {
  it.each([
    {
      why: 'a card with money due',
      method: 'card',
      source: 'pm_card_visa',
      due: 100,
      allowed: both,
      cards: true,
      refusal: null,
    },
    {
      why: 'a missing card',
      method: 'card',
      source: null,
      due: 100,
      allowed: both,
      cards: true,
      refusal: 'required',
    },
    {
      why: 'a card in a program that takes none',
      method: 'card',
      source: 'pm_card_visa',
      due: 100,
      allowed: [],
      cards: false,
      refusal: 'feature_disabled',
    },
    {
      why: 'a card with nothing due',
      method: 'card',
      source: 'pm_card_visa',
      due: 0,
      allowed: ['free'],
      cards: true,
      refusal: 'invalid_option',
    },
    {
      why: 'the free method with nothing due',
      method: 'free',
      source: null,
      due: 0,
      allowed: ['free'],
      cards: true,
      refusal: null,
    },
    {
      why: 'the free method with money due',
      method: 'free',
      source: null,
      due: 1,
      allowed: both,
      cards: true,
      refusal: 'invalid_option',
    },
    {
      why: 'the offline method when it is offered',
      method: 'offline',
      source: null,
      due: 100,
      allowed: both,
      cards: true,
      refusal: null,
    },
    {
      why: 'the offline method without enough time',
      method: 'offline',
      source: null,
      due: 100,
      allowed: ['card'],
      cards: true,
      refusal: 'offline_not_available',
    },
  ] as const)('the answer to a payment with $why is $refusal', ({ method, source, due, allowed, cards, refusal }) => {
    expect(
      checkPaymentMethod(
        { checkout_method: method, payment_source_id: source },
        { due, allowed, takesCards: cards, chargesCardLater: false },
      )?.type ?? null,
    ).toBe(refusal)
  })

  it.each([
    { chargesCardLater: true, refusal: null },
    { chargesCardLater: false, refusal: 'invalid_option' },
  ])(
    'a card for the provider’s page with nothing due (charged later: $chargesCardLater) is $refusal',
    ({ chargesCardLater, refusal }) => {
      const input = { checkout_method: 'card', on_provider_page: true } as const
      const order = { due: 0, allowed: ['free'] as CheckoutMethod[], takesCards: true, chargesCardLater }
      expect(checkPaymentMethod(input, order)?.type ?? null).toBe(refusal)
    },
  )
})
