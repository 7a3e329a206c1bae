import { describe, expect, it } from 'vitest'
import { type Credits, creditsExpireAt, inOrderOfUse, sumCredits } from './credit-rules.ts'

const now = Date.parse('2027-07-05T12:00:00Z')
const at = (text: string) => Date.parse(text)
const credits = (more: Partial<Credits> = {}): Credits => ({
  attendee_profile_id: null,
  amount: 10,
  available: 4,
  is_unlimited: false,
  expires_at: null,
  created: now,
  ...more,
})

describe('when credits expire', () => {
  const timezone = 'America/Toronto'
  it.each([
    ['never without a period', null, null, now, null],
    [
      'after 14 days at the same local time across a clock change',
      14,
      'day',
      at('2027-10-31T16:00:00Z'),
      at('2027-11-14T17:00:00Z'),
    ],
    ['after 2 weeks', 2, 'week', now, at('2027-07-19T12:00:00Z')],
    [
      'a month after the 31st, on the last day of a short month',
      1,
      'month',
      at('2027-01-31T17:00:00Z'),
      at('2027-02-28T17:00:00Z'),
    ],
    ['a year after February 29, on February 28', 1, 'year', at('2028-02-29T17:00:00Z'), at('2029-02-28T17:00:00Z')],
  ] as const)('credits expire %s', (_, expiry_amount, expiry_period, bought, expected) => {
    expect(creditsExpireAt({ expiry_amount, expiry_period }, { now: bought, timezone })).toBe(expected)
  })
})

describe('the order in which credits are used', () => {
  const soon = credits({ expires_at: now + 1 })
  const later = credits({ expires_at: now + 2 })
  const own = credits({ expires_at: now + 2, attendee_profile_id: 'pap_1' })
  const old = credits({ created: now - 1 })
  const open = credits({ is_unlimited: true, amount: 0, available: 0 })
  const over = credits({ expires_at: now })
  it.each([
    ['earliest expiry first', [later, soon], [soon, later]],
    ['credits of one person before those of the family', [later, own], [own, later]],
    ['credits without an expiry last', [old, later], [later, old]],
    ['oldest first among credits without an expiry', [credits(), old], [old, credits()]],
    ['unlimited credits first', [soon, open], [open, soon]],
    ['expired credits excluded', [over], []],
  ])('the order in which credits are used: %s', (_, input, expected) => {
    expect(inOrderOfUse(input, now)).toEqual(expected)
  })
})

describe('the remaining credits', () => {
  it.each([
    ['no credits', [], { available: 0, total: 0, is_unlimited: false, next_expiry_amount: null, next_expiry_at: null }],
    [
      'two credits that expire together and one that expires later',
      [
        credits({ available: 1, expires_at: now + 5 }),
        credits({ available: 2, expires_at: now + 5 }),
        credits({ expires_at: now + 9 }),
      ],
      { available: 7, total: 30, is_unlimited: false, next_expiry_amount: 3, next_expiry_at: now + 5 },
    ],
    [
      'used-up and expired credits, which are not counted',
      [
        credits({ available: 0, expires_at: now + 1 }),
        credits({ expires_at: now }),
        credits({ is_unlimited: true, amount: 0, available: 0 }),
      ],
      { available: 0, total: 10, is_unlimited: true, next_expiry_amount: null, next_expiry_at: null },
    ],
  ])('the remaining credits of a customer with %s', (_, input, expected) => {
    expect(sumCredits(input, now)).toEqual(expected)
  })
})
