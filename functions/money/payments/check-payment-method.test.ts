import { describe, expect, it } from 'vitest'
import type { CheckoutMethod } from '../../contract/money/order.ts'
import { checkPaymentMethod } from './check-payment-method.ts'

const both: CheckoutMethod[] = ['card', 'offline']
describe('the way to pay', () => {
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
      why: 'a card that is not named',
      method: 'card',
      source: null,
      due: 100,
      allowed: both,
      cards: true,
      refusal: 'required',
    },
    {
      why: 'a card where the program takes none',
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
      why: 'free with nothing due',
      method: 'free',
      source: null,
      due: 0,
      allowed: ['free'],
      cards: true,
      refusal: null,
    },
    {
      why: 'free with money due',
      method: 'free',
      source: null,
      due: 1,
      allowed: both,
      cards: true,
      refusal: 'invalid_option',
    },
    {
      why: 'later where that is offered',
      method: 'offline',
      source: null,
      due: 100,
      allowed: both,
      cards: true,
      refusal: null,
    },
    {
      why: 'later where there is no time for it',
      method: 'offline',
      source: null,
      due: 100,
      allowed: ['card'],
      cards: true,
      refusal: 'offline_not_available',
    },
  ] as const)('$why: $refusal', ({ method, source, due, allowed, cards, refusal }) => {
    expect(
      checkPaymentMethod({ checkout_method: method, payment_source_id: source }, { due, allowed, takesCards: cards })
        ?.type ?? null,
    ).toBe(refusal)
  })
})
