import { describe, expect, it } from 'vitest'
import { amountForField, writtenAmount } from './written-amount.ts'

describe('a typed amount', () => {
  it.each([
    ['301.71', 'CAD', 30_171],
    ['301,71', 'CAD', 30_171],
    ['301,71 $', 'CAD', 30_171],
    ['$301.71', 'CAD', 30_171],
    ['CAD 12', 'CAD', 1200],
    ['12.', 'CAD', 1200],
    ['12.5', 'CAD', 1250],
    ['1,204.50', 'CAD', 120_450],
    ['1 204,50', 'CAD', 120_450],
    ['1\u202f204,50', 'CAD', 120_450],
    ['1,204', 'CAD', 120_400],
    ['0', 'CAD', 0],
    ['500', 'JPY', 500],
    ['1.234', 'KWD', 1234],
    ['12.500', 'KWD', 12_500],
    ['1,234.567', 'KWD', 1_234_567],
    ['1.234,567', 'KWD', 1_234_567],
    ['12 345,678', 'KWD', 12_345_678],
    ['1,234,567', 'KWD', null],
    ['1,234.567', 'JPY', null],
    ['', 'CAD', null],
    ['-5', 'CAD', null],
    ['1.234.5', 'CAD', null],
    ['1,234,5', 'CAD', null],
    ['5.005', 'CAD', 500_500],
    ['12.3456', 'CAD', null],
    ['5.5', 'JPY', null],
    ['1e9', 'CAD', null],
    ['NaN', 'CAD', null],
    ['1000000.00', 'CAD', null],
    ['12,34.5', 'CAD', null],
  ] as const)('the typed amount %j in %s is read as %j', (text, currency, amount) => {
    expect(writtenAmount(text, currency)).toBe(amount)
  })

  it.each([
    [30_171, 'CAD', 'en', '301.71'],
    [30_171, 'CAD', 'fr', '301,71'],
    [500, 'JPY', 'en', '500'],
    [1, 'KWD', 'fr', '0,001'],
  ] as const)('%d in %s is shown in a %s form as %j and parsed back', (amount, currency, language, text) => {
    expect(amountForField(amount, currency, language)).toBe(text)
    expect(writtenAmount(text, currency)).toBe(amount)
  })
})
