import { describe, expect, it } from 'vitest'
import { badGotos } from '../../test-bench/gotos.ts'
import { pageAfterPayment, returnAddress } from './return-address.ts'
import { checkReturnToken, makeReturnToken, returnTokenMs } from './return-token.ts'

const origin = 'https://book.example'
const whose = { program_id: 'lakeside', order_id: 'ord_1' }

describe('M-18: the page after a payment', () => {
  it.each(badGotos.map((value) => [value]))(
    'the page after a payment with the invalid goto %j is the order',
    (value) => {
      expect(pageAfterPayment(value as string, origin, whose)).toBe('/pg/lakeside/profile/orders/ord_1')
    },
  )

  it('the page after the payment is the requested page of this site', () => {
    expect(pageAfterPayment('/pg/lakeside/checkout/ord_1?lang=fr', origin, whose)).toBe(
      '/pg/lakeside/checkout/ord_1?lang=fr',
    )
    expect(pageAfterPayment(null, origin, whose)).toBe('/pg/lakeside/profile/orders/ord_1')
  })

  it('the return URL for the provider is on this site', () => {
    const address = new URL(
      returnAddress(origin, { program_id: 'a&t=x', order_id: '#/../', payment_id: '//evil.example', token: 'good' }),
    )
    expect([address.origin, address.pathname, address.searchParams.getAll('t'), address.hash]).toEqual([
      origin,
      '/confirm-payment',
      ['good'],
      '',
    ])
  })
})

const keys = { TOKEN_SECRET: 'k1:first-secret-of-at-least-32-characters!' }

describe('the return token of a payment', () => {
  it('a return token shows one payment for a day', async () => {
    const token = await makeReturnToken(keys, 'pay_1', 0)
    expect(await checkReturnToken(keys, { token, payment_id: 'pay_1', now: returnTokenMs })).toBe(true)
    expect(await checkReturnToken(keys, { token, payment_id: 'pay_2', now: 1 })).toBe(false)
    expect(await checkReturnToken(keys, { token, payment_id: 'pay_1', now: returnTokenMs + 1 })).toBe(false)
  })
})
