import { describe, expect, it } from 'vitest'
import { orderAfterPayment } from './order-after-payment.ts'

const to = { order: (id: string, news = {}) => `/orders/${id}?${new URLSearchParams(news)}` }
const paid = (id: string, status = 'succeeded') => ({ id, status })
const pageAfter = (payments: object[], instalments: object[] = []) =>
  orderAfterPayment({ id: 'ord_1', payments, instalments } as never, 'pay_2', to)

describe('the page after a payment', () => {
  it.each([
    ['a card after a decline', [paid('pay_1', 'failed'), paid('pay_2')], []],
    ['a card next to the balance', [paid('pay_1'), paid('pay_2')], []],
    ['the first instalment', [paid('pay_1', 'failed'), paid('pay_2', 'processing')], [{}, {}]],
  ])('the page is the order for %s', (_, payments, instalments) =>
    expect(pageAfter(payments, instalments)).toBe('/orders/ord_1?'),
  )
  it('the page reports a later instalment', () =>
    expect(pageAfter([paid('pay_1'), paid('pay_2', 'processing')], [{}, {}])).toBe(
      '/orders/ord_1?saved=part&payment=pay_2',
    ))
})
