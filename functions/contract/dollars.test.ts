import { expect, it } from 'vitest'
import { displayMoney, money } from './display-money.ts'

const ofProgram = (currency: string, country: string) => ({ currency, program: { country } })
const nbsp = (text: string) => text.replaceAll(' ', '\u00a0')

it.each([
  ['CAD', 'CA', '$40.00', '40,00 $'],
  ['USD', 'US', '$40.00', '40,00 $'],
  ['USD', 'CA', 'US$40.00', '40,00 $ US'],
  ['CAD', 'US', 'CA$40.00', '40,00 $CA'],
  ['AUD', 'CA', 'A$40.00', '40,00 $ AU'],
  ['AUD', 'NR', '$40.00', '40,00 $'],
  ['USD', 'PR', '$40.00', '40,00 $'],
  ['USD', 'BQ', '$40.00', '40,00 $'],
  ['XCD', 'GD', '$40.00', '40,00 $'],
  ['XCD', 'CA', 'EC$40.00', '40,00 XCD'],
  ['EUR', 'CA', '€40.00', '40,00 €'],
  ['GBP', 'US', '£40.00', '40,00 £'],
])('%s of a program in %s is %s in English and %s in French', (currency, country, en, fr) => {
  const sold = ofProgram(currency, country)
  expect([displayMoney(4000, sold, 'en'), displayMoney(4000, sold, 'fr')]).toEqual([en, nbsp(fr)])
  const shown = money(4000, sold, 'en')
  expect([shown.display, shown.currency_code]).toEqual([en, currency])
  // A page that has only an amount writes another amount alike.
  expect(displayMoney(4000, shown, 'fr')).toBe(nbsp(fr))
  expect(displayMoney(4000, money(100, sold, 'fr'), 'en')).toBe(en)
})

it('an amount without a program has no country', () => {
  expect([displayMoney(4000, 'USD', 'en'), displayMoney(4000, ofProgram('USD', 'CA'), 'en', true)]).toEqual([
    '$40.00',
    'US$40',
  ])
})
