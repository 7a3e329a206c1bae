import { expect, it } from 'vitest'
import { money } from '#contract/amount'
import type { Receipt } from '#contract/money/receipt'
import { textIn } from '../../../locales/choose-language.ts'
import { discountWords, paperLink, paperSums } from './paper-view.ts'

const cad = (value: number) => money(value, 'CAD', 'en')

it('a discount is listed by its name, or by its amount alone when its coupon has neither name nor code', () => {
  expect(
    discountWords([
      { name: 'Siblings', amount: cad(500) },
      { name: null, amount: cad(250) },
    ]),
  ).toBe('Siblings $5.00, $2.50')
})

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
