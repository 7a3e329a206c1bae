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
  ['whose hold is too old to be renewed', cart({ created: minutes(-31) }), { isOpen: true, isJoined: false }],
  ['with an offered place held for a day', cart({ hold_expires_at: minutes(1440) }), { isOpen: true, isJoined: false }],
  ['that pays for a move', cart({ moves_registration_id: 'reg' }), { isOpen: false, isJoined: false }],
  ['with packages only', cart({ hold_expires_at: null, items: packages }), { isOpen: true, isJoined: true }],
  [
    'with packages only that is a day old',
    cart({ hold_expires_at: null, items: packages, updated: minutes(-1441) }),
    { isOpen: true, isJoined: false },
  ],
  ['without a hold', cart({ hold_expires_at: null }), { isOpen: false, isJoined: false }],
])('a cart %s accepts further items and places as expected', (_, order, { isOpen, isJoined }) => {
  expect(openCart([order], now) !== null).toBe(isOpen)
  expect(cartToJoin([order], now) !== null).toBe(isJoined)
})
