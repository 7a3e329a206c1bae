import { describe, expect, it } from 'vitest'
import { cardName } from '#contract/sentences/card-words'
import { expiryState } from './card-view.ts'

describe('a stored card', () => {
  it.each([
    { exp_month: 7, exp_year: 2027, state: 'soon' },
    { exp_month: 8, exp_year: 2027, state: 'soon' },
    { exp_month: 9, exp_year: 2027, state: 'good' },
    { exp_month: 6, exp_year: 2027, state: 'expired' },
    { exp_month: 12, exp_year: 2026, state: 'expired' },
    { exp_month: 1, exp_year: 2028, state: 'good' },
    { exp_month: null, exp_year: null, state: 'good' },
  ])('a card that expires in $exp_month/$exp_year is $state in July 2027', ({ state, ...card }) =>
    expect(expiryState(card, { year: 2027, month: 7 })).toBe(state),
  )

  it.each([
    { card: { brand: 'visa', last4: '4242' }, en: 'Visa ending 4242', fr: 'Visa se terminant par 4242' },
    { card: { brand: 'new_network', last4: '0001' }, en: 'Card ending 0001', fr: 'Carte se terminant par 0001' },
    { card: { brand: 'amex', last4: null }, en: 'American Express', fr: 'American Express' },
  ])('a stored card is called $en', ({ card, en, fr }) =>
    expect([cardName(card, 'en'), cardName(card, 'fr')]).toEqual([en, fr]),
  )
})
