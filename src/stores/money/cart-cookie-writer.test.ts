import { expect, it } from 'vitest'
import type { CheckoutSetup, Sum } from './checkout-setup.ts'
import { cartCookieWriter } from './cart-cookie-writer.ts'

const now = Date.UTC(2026, 10, 21, 12)
const setup = { order: { id: 'ord_a1' }, program: { id: 'lakeside' } } as CheckoutSetup
const places = (count: number) =>
  [
    ...Array.from({ length: count }, (_, index) => ({
      starts_at: '2027-07-05T13:00:00.000Z',
      registration_id: `reg_${index}`,
    })),
    { registration_id: null },
  ] as Sum['items']

it.each([
  {
    what: 'two places were booked',
    count: 2,
    minutes: 15,
    mark: 'cart_lakeside=ord_a1.2; 15 minutes; Path=/; SameSite=Lax',
  },
  {
    what: 'one place was released and the hold extended',
    count: 1,
    minutes: 25,
    mark: 'cart_lakeside=ord_a1.1; 25 minutes; Path=/; SameSite=Lax',
  },
  {
    what: 'the last place was released',
    count: 0,
    minutes: 15,
    mark: 'cart_lakeside=; 0 minutes; Path=/; SameSite=Lax',
  },
  { what: 'the hold ended', count: 2, minutes: null, mark: 'cart_lakeside=; 0 minutes; Path=/; SameSite=Lax' },
  {
    what: 'a hold had ended before',
    count: 2,
    minutes: -1,
    mark: 'cart_lakeside=; 0 minutes; Path=/; SameSite=Lax',
  },
])('the cart cookie lasts only as long as the hold: $what', ({ count, minutes, mark }) => {
  const jar = { cookie: '' }
  cartCookieWriter(setup, { jar, now: () => now })({
    items: places(count),
    until: minutes === null ? null : new Date(now + minutes * 60_000).toISOString(),
  })
  expect(jar.cookie.replace(/Max-Age=(\d+)/, (_, seconds) => `${Math.ceil(Number(seconds) / 60)} minutes`)).toBe(mark)
})
