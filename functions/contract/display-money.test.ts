import { describe, expect, it } from 'vitest'
import { currencyDigits, displayMoney, money } from './display-money.ts'
import { fromStripe, toStripe } from './money/stripe-amount.ts'

describe('an amount as it is shown', () => {
  it.each(['en', 'fr'])('an amount shows its smallest currency unit in %s', (language) => {
    const shown = Intl.supportedValuesOf('currency').map((currency) => [
      currency,
      money(1_234_567, currency, language).display.replaceAll(/\D/g, ''),
    ])
    expect(shown.filter(([, digits]) => digits !== '1234567')).toEqual([])
  })

  it('a short amount omits the fraction only when it is zero', () => {
    expect(displayMoney(123_400, 'HUF', 'en', true)).toMatch(/1,234$/)
    expect(displayMoney(123_456, 'HUF', 'en', true)).toMatch(/1,234\.56$/)
  })
})

it.each([
  ['CAD', 1234, 1234],
  ['JPY', 1234, 1234],
  ['ISK', 1234, 123_400],
  ['UGX', 1234, 123_400],
  ['KWD', 1230, 1230],
  ['KWD', 1234, null],
] as const)('the amount %s %d is %j at Stripe and is read back unchanged', (currency, amount, there) => {
  expect(toStripe(amount, currency)).toBe(there)
  if (there !== null) expect(fromStripe(there, currency)).toBe(amount)
  expect(currencyDigits(currency)).toBe({ CAD: 2, JPY: 0, ISK: 0, UGX: 0, KWD: 3 }[currency])
})
