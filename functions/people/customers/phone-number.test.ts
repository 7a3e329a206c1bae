import { describe, expect, it } from 'vitest'
import { phoneNumber } from './phone-number.ts'

describe('a phone number', () => {
  it.each([
    { typed: '416-555-0142', country: 'CA', stored: '+14165550142' },
    { typed: '(613) 555 0142', country: 'CA', stored: '+16135550142' },
    { typed: '+33 1 42 68 53 00', country: 'CA', stored: '+33142685300' },
    { typed: '01 42 68 53 00', country: 'FR', stored: '+33142685300' },
    { typed: '+1 416 555 0142', country: null, stored: '+14165550142' },
    { typed: '416 555 0142', country: null, stored: null },
    { typed: '416 555 0142', country: 'XX', stored: null },
    { typed: '123', country: 'CA', stored: null },
    { typed: '+1 111 111 1111', country: 'CA', stored: null },
    { typed: 'call me', country: 'CA', stored: null },
  ])('phone number $typed in $country is stored as $stored', ({ typed, country, stored }) =>
    expect(phoneNumber(typed, country)).toBe(stored),
  )
})
