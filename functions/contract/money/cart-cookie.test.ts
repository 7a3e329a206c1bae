import { describe, expect, it } from 'vitest'
import { cartLine, noCartLine, programsWithCart } from './cart-cookie.ts'
import { readCartCookie } from './read-cart-cookie.ts'

describe('the cart cookie', () => {
  it.each([
    { cookies: 'cart_lakeside=ord_a1.2', mark: { order_id: 'ord_a1', places: 2 } },
    { cookies: 'a=1; cart_lakeside=ord_a1.12; b=2', mark: { order_id: 'ord_a1', places: 12 } },
    { cookies: 'cart_lakeside-2=ord_b.1; cart_lakeside=ord_a1.1', mark: { order_id: 'ord_a1', places: 1 } },
    { cookies: 'cart_lakeside-2=ord_b.1', mark: null },
    { cookies: 'my_cart_lakeside=ord_b.1', mark: null },
    { cookies: 'cart_lakeside=', mark: null },
    { cookies: 'cart_lakeside=ord_a1', mark: null },
    { cookies: 'cart_lakeside=ord_a1.0', mark: null },
    { cookies: 'cart_lakeside=ord_a1.-2', mark: null },
    { cookies: 'cart_lakeside=ord_a1.2.3', mark: null },
    { cookies: 'cart_lakeside=ord_a1.1000', mark: null },
    { cookies: 'cart_lakeside=ord_a1.<b>', mark: null },
    { cookies: 'cart_lakeside=ord_.2', mark: null },
    { cookies: 'cart_lakeside=../../evil.2', mark: null },
    { cookies: 'cart_lakeside=//evil.example/ord_a.2', mark: null },
    { cookies: 'cart_lakeside=ord_a/../../../evil.2', mark: null },
    { cookies: 'cart_lakeside=ord_a%2F..%2Fevil.2', mark: null },
    { cookies: 'cart_lakeside=ord_a?goto=x.2', mark: null },
    { cookies: `cart_lakeside=ord_${'a'.repeat(65)}.2`, mark: null },
    { cookies: 'cart_lakeside="ord_a1.2"', mark: null },
    { cookies: '', mark: null },
  ])('the cart in the cookie header “$cookies” is read as $mark', ({ cookies, mark }) =>
    expect(readCartCookie(cookies, 'lakeside')).toEqual(mark),
  )

  const cart = { program_id: 'lakeside', order_id: 'ord_a1', places: 2, seconds: 899.4, isSecure: true }
  it.each([
    { part: {}, line: 'cart_lakeside=ord_a1.2; Max-Age=899; Path=/; SameSite=Lax; Secure' },
    { part: { isSecure: false }, line: 'cart_lakeside=ord_a1.2; Max-Age=899; Path=/; SameSite=Lax' },
    { part: { places: 0 }, line: noCartLine('lakeside') },
    { part: { seconds: 0.9 }, line: noCartLine('lakeside') },
    { part: { seconds: -5 }, line: noCartLine('lakeside') },
  ])('a cart with $part is written as $line', ({ part, line }) => expect(cartLine({ ...cart, ...part })).toBe(line))

  it('a cart is read back as it was written', () =>
    expect(readCartCookie(cartLine(cart).split('; ')[0] ?? '', 'lakeside')).toEqual({ order_id: 'ord_a1', places: 2 }))
  it('a cart cookie with an invalid value is still listed by its program', () =>
    expect(programsWithCart('cart_a1=x; signed_in=1; cart_lakeside=ord_a.1; cart_=y; cart_<b>=z; xcart_b2=1')).toEqual([
      'a1',
      'lakeside',
    ]))
})
