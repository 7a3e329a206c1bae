import { describe, expect, it } from 'vitest'
import type { Bindings } from '../platform/context.ts'
import { cartCookies, cartGone, noCartCookies } from './cart-cookies.ts'

const now = Date.UTC(2026, 10, 22, 12)
const env = { SITE_ORIGIN: 'https://camps.example' } as Bindings
const asking = (cookie: string) =>
  new Request('https://camps.example/pg/lakeside/checkout/ord_a1', { headers: { Cookie: cookie } })
const cart = {
  id: 'ord_a1',
  program_id: 'lakeside',
  status: 'draft' as const,
  due_at: null,
  hold_expires_at: new Date(now + 600_000).toISOString(),
  items: [
    { registration_id: 'reg_1', type: 'event_option' as const, quantity: 1 },
    { registration_id: 'reg_2', type: 'event_option' as const, quantity: 1 },
    { registration_id: null, type: 'event_option' as const, quantity: 1 },
  ],
}
const marked = ['cart_lakeside=ord_a1.2; Max-Age=600; Path=/; SameSite=Lax; Secure']
const gone = ['cart_lakeside=; Max-Age=0; Path=/; SameSite=Lax']
const own = 'a=1; cart_lakeside=ord_a1.2'

describe('the cookie of a cart', () => {
  it.each([
    { what: 'a cart', part: {}, cookie: '', lines: marked },
    { what: 'a cart with an existing cookie', part: {}, cookie: 'cart_lakeside=ord_old.1', lines: marked },
    { what: 'a cart whose card was refused', part: { status: 'pending' as const }, cookie: '', lines: marked },
    {
      what: 'a cart that waits for a bank step',
      part: { status: 'requires_action' as const },
      cookie: '',
      lines: marked,
    },
    {
      what: 'an order payable on site',
      part: { status: 'pending' as const, due_at: '2026-11-29T12:00:00Z' },
      cookie: own,
      lines: gone,
    },
    { what: 'a paid order', part: { status: 'paid' as const, hold_expires_at: null }, cookie: own, lines: gone },
    { what: 'an order that is being paid', part: { status: 'processing' as const }, cookie: own, lines: gone },
    { what: 'a lapsed order', part: { status: 'expired' as const, hold_expires_at: null }, cookie: own, lines: gone },
    { what: 'a cancelled order', part: { status: 'cancelled' as const }, cookie: own, lines: gone },
    {
      what: 'a cart whose hold has ended',
      part: { hold_expires_at: new Date(now).toISOString() },
      cookie: own,
      lines: gone,
    },
    { what: 'an emptied cart', part: { items: [] }, cookie: own, lines: gone },
    {
      what: 'a paid order next to another cart',
      part: { status: 'paid' as const },
      cookie: 'cart_lakeside=ord_b2.1',
      lines: [],
    },
    { what: 'a paid order without a cookie', part: { status: 'paid' as const }, cookie: '', lines: [] },
  ])('the cart cookie lasts only as long as its cart: $what', ({ part, cookie, lines }) =>
    expect(cartCookies(env, asking(cookie), { ...cart, ...part }, now)).toEqual(lines),
  )

  it('the cookie of a missing order is deleted', () => {
    expect(cartGone(asking(own), { program_id: 'lakeside', order_id: 'ord_a1' })).toEqual(gone)
    expect(cartGone(asking(own), { program_id: 'lakeside', order_id: 'ord_b2' })).toEqual([])
  })
  it('all cart cookies are deleted at log-out', () =>
    expect(noCartCookies(asking(`${own}; cart_tidewater=nonsense`))).toEqual([
      ...gone,
      'cart_tidewater=; Max-Age=0; Path=/; SameSite=Lax',
    ]))
})
