import { describe, expect, it } from 'vitest'
import { holdWords as english } from './en/money/checkout.ts'
import { holdWords as french } from './fr/money/checkout.ts'
import { holdEnd, timeLeft } from './hold-words.ts'

const minute = 60_000
const now = Date.parse('2026-11-27T17:53:00Z')
const at = { now, timezone: 'America/Toronto' }

describe('the end of a hold', () => {
  it.each([
    ['2026-11-27T18:08:00Z', 'until 1:08\u00a0pm', 'jusqu’à 13\u00a0h\u00a008'],
    [
      '2026-11-28T17:53:00Z',
      'until Sat, November\u00a028, 12:53\u00a0pm',
      'jusqu’au sam. 28\u00a0nov., 12\u00a0h\u00a053',
    ],
    // This moment is after midnight in UTC, and still the same day in Toronto.
    ['2026-11-28T03:00:00Z', 'until 10\u00a0pm', 'jusqu’à 22\u00a0h'],
    ['2027-01-02T14:00:00Z', 'until Sat, January\u00a02, 2027, 9\u00a0am', 'jusqu’au sam. 2\u00a0janv. 2027, 9\u00a0h'],
  ])('a hold until %s names its day unless it is today', (until, en, fr) => {
    expect(holdEnd(until, { ...at, locale: 'en-CA' }, english)).toBe(en)
    expect(holdEnd(until, { ...at, locale: 'fr-CA' }, french)).toBe(fr)
  })
})

describe('the time left of a hold', () => {
  it.each([
    [-5, '0 minutes left'],
    [1, '1 minute left'],
    [59.4, '59 minutes left'],
    [59.6, '1 hour left'],
    [119, '1 hour left'],
    [1440, '24 hours left'],
  ])('a hold with %s minutes left is described in minutes up to an hour', (minutes, en) =>
    expect(timeLeft(minutes * minute, english)).toBe(en),
  )

  it('French counts hours, too', () => expect(timeLeft(150 * minute, french)).toBe('Encore 2 heures'))
})
