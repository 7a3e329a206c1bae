import { describe, expect, it } from 'vitest'
import { type Attendee, relationNames } from '#contract/people/attendee'
import { textIn } from '../../locales/choose-language.ts'
import { isHeldInCart, mayRegister } from './family-people.ts'

const self = {
  date_of_birth: null,
  profiles: [],
  relations: [{ customer_id: 'cus', relation: 'self', rights: ['register'] }],
} as unknown as Attendee

describe('the people whom a form offers', () => {
  it.each(['en', 'fr'] as const)('C4: all twelve relations are offered in %s', (language) => {
    const words = textIn(language).registration.relations
    expect(Object.keys(words).sort()).toEqual([...relationNames].sort())
    expect(new Set(Object.values(words)).size).toBe(12)
  })

  it('C4: the customer can be chosen as an attendee when their profile has more than the names from sign-up', () => {
    expect(mayRegister(self, 'cus')).toBe(false)
    expect(mayRegister({ ...self, date_of_birth: '1988-02-03' }, 'cus')).toBe(true)
    expect(mayRegister({ ...self, profiles: [{}] } as unknown as Attendee, 'cus')).toBe(true)
  })
})

describe('the time left on a held place', () => {
  const now = Date.parse('2027-04-12T18:00:00Z')
  const heldUntil = (hold_expires_at: string | null, status: 'pending' | 'confirmed' = 'pending') =>
    isHeldInCart(
      {
        starts_at: '',
        registration_id: 'reg',
        option_id: 'opt',
        status,
        order_id: null,
        hold_expires_at,
        answers: [],
        session_credit_id: null,
        waiver: null,
      },
      now,
    )
  it('only the hold of a place in a cart counts down', () => {
    expect(heldUntil('2027-04-12T18:15:00Z')).toBe(true)
    expect(heldUntil('2027-04-12T19:10:00Z')).toBe(true)
    expect(heldUntil('2027-04-17T18:00:00Z')).toBe(false)
    expect(heldUntil('2027-04-12T17:59:00Z')).toBe(false)
    expect([heldUntil(null), heldUntil('2027-04-12T18:15:00Z', 'confirmed')]).toEqual([false, false])
  })
})
