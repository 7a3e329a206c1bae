import { describe, expect, it } from 'vitest'
import { checkoutMethods } from './checkout-methods.ts'

const hour = 3_600_000
const facts = {
  status: 'draft' as const,
  total: 10_000,
  currency: 'EUR',
  itemCount: 1,
  takesCards: true,
  takesOffline: true,
  maxOfflinePlaces: 4,
  isOfflineUntilStart: false,
  firstStart: null,
}

describe('the ways to pay an order', () => {
  it.each([
    { what: 'a usual total', change: {}, methods: ['card', 'offline'] },
    { what: 'a total of nothing', change: { total: 0 }, methods: ['free'] },
    { what: 'a total below the smallest charge', change: { total: 25 }, methods: ['offline'] },
    {
      what: 'a total below the smallest charge without offline payment',
      change: { total: 25, takesOffline: false },
      methods: [],
    },
    { what: 'a total of the smallest charge', change: { total: 50 }, methods: ['card', 'offline'] },
    {
      what: 'a total that is not a multiple of the currency’s step',
      change: { total: 10_001, currency: 'KWD' },
      methods: ['offline'],
    },
    { what: 'a start in 47 hours', change: { firstStart: 47 * hour }, methods: ['card'] },
    { what: 'a start in 48 hours', change: { firstStart: 48 * hour }, methods: ['card', 'offline'] },
    {
      what: 'a start in a minute when offline payment is offered until the start',
      change: { firstStart: 60_000, isOfflineUntilStart: true },
      methods: ['card', 'offline'],
    },
    { what: 'an order at the bank', change: { status: 'requires_action' as const }, methods: ['card', 'offline'] },
    { what: 'an order whose charge is in progress', change: { status: 'processing' as const }, methods: [] },
    { what: 'a start now', change: { firstStart: 0, isOfflineUntilStart: true }, methods: ['card'] },
  ])('the payment methods for $what are $methods', ({ change, methods }) =>
    expect(checkoutMethods({ ...facts, ...change }, 0)).toEqual(methods),
  )
})
