import { expect, it } from 'vitest'
import { money } from '#contract/display-money'
import type { Receipt } from '#contract/money/receipt'
import { textIn } from '../../../locales/choose-language.ts'
import { discountRows, paperLink, paperSums } from './paper-view.ts'

const cad = (value: number) => money(value, 'CAD', 'en')

it.each([
  { what: 'added taxes', isIncluded: false, after: [] },
  { what: 'taxes inside the price', isIncluded: true, after: [['Price after discounts', '$92.50']] },
])('each discount is a line by its name, and the lines add up, with $what', ({ isIncluded, after }) => {
  const paper = {
    currency: 'CAD',
    lines: [{ amount: cad(7000) }, { amount: cad(3000) }],
    discounts: [
      { name: 'Siblings', amount: cad(500) },
      { name: null, amount: cad(250) },
    ],
    taxes: [{ name: 'HST', percent: 13, is_included: isIncluded, amount: cad(1203) }],
  }
  const rows = discountRows(paper, { text: textIn('en'), language: 'en', locale: { code: 'en' } as never })
  expect(rows.map(({ label, amount }) => [label, amount])).toEqual([
    ['Price before discounts', '$100.00'],
    ['Siblings', '−$5.00'],
    ['Discount', '−$2.50'],
    ...after,
  ])
})

it('a receipt without a discount has no lines about discounts', () =>
  expect(
    discountRows(
      { currency: 'CAD', lines: [], discounts: [], taxes: [] },
      { text: textIn('en'), language: 'en', locale: { code: 'en' } as never },
    ),
  ).toEqual([]))

it('the sums of a credit note have the minus sign of the other pages, and end with the way the money went back', () => {
  const note = {
    kind: 'credit_note',
    currency: 'CAD',
    taxes: [],
    amount_total: cad(-6400),
    amount_paid: cad(-6400),
    payments: [{ method: 'card', brand: 'visa', last4: '4242', is_carried: false, amount: cad(-6400) }],
    moved_to: null,
    reverses: null,
  } as unknown as Receipt
  const sums = paperSums(note, { text: textIn('en'), language: 'en', locale: { code: 'en' } as never })
  expect(sums.map(({ label, amount }) => [label, amount])).toEqual([
    ['Total', '−$64.00'],
    ['Refunded to Visa ending 4242', '−$64.00'],
  ])
})

it('the link to a credit note has the minus sign of the other pages', () => {
  const note = { kind: 'credit_note', number: '2027-C00001', amount_total: cad(-6400) } as const
  expect(paperLink(note, { text: textIn('en') })).toBe('Credit note 2027-C00001, −$64.00')
})
