import { expect, it } from 'vitest'
import type { Order } from '#contract/money/order'
import { cartToJoin, openCart } from './open-cart.ts'

const now = Date.parse('2026-07-01T12:00:00Z')
const minutes = (count: number) => new Date(now + count * 60_000).toISOString()
const cart = (part: Partial<Order>) =>
  ({ id: 'ord', items: [], hold_expires_at: minutes(14), created: minutes(-1), updated: minutes(-1), ...part }) as Order
const packages = [{ type: 'session_package' }] as Order['items']

it.each<[string, Order, { isOpen: boolean; isJoined: boolean }]>([
  ['that is held', cart({}), { isOpen: true, isJoined: true }],
  ['that lapses within a minute', cart({ hold_expires_at: minutes(1) }), { isOpen: false, isJoined: false }],
  [
    'whose hold began so long ago that it is renewed no more',
    cart({ created: minutes(-31) }),
    { isOpen: true, isJoined: false },
  ],
  ['of an offer that is held for a day', cart({ hold_expires_at: minutes(1440) }), { isOpen: true, isJoined: false }],
  ['that pays for a move', cart({ moves_registration_id: 'reg' }), { isOpen: false, isJoined: false }],
  ['of packages', cart({ hold_expires_at: null, items: packages }), { isOpen: true, isJoined: true }],
  [
    'of packages that is forgotten',
    cart({ hold_expires_at: null, items: packages, updated: minutes(-1441) }),
    { isOpen: true, isJoined: false },
  ],
  ['that holds nothing', cart({ hold_expires_at: null }), { isOpen: false, isJoined: false }],
])('whether a cart %s accepts further items and places', (_, order, { isOpen, isJoined }) => {
  expect(openCart([order], now) !== null).toBe(isOpen)
  expect(cartToJoin([order], now) !== null).toBe(isJoined)
})
