import { expect, it } from 'vitest'
import { discountWords } from './paper-view.ts'

it('a discount is listed by its name, or by its amount alone when its coupon has neither name nor code', () => {
  const amount = { display: '$5.00' }
  expect(discountWords([{ name: 'Siblings', amount }])).toBe('Siblings $5.00')
  expect(
    discountWords([
      { name: 'WELCOME', amount },
      { name: null, amount },
    ]),
  ).toBe('WELCOME $5.00, $5.00')
})
