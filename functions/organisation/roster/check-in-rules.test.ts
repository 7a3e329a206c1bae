import { describe, expect, it } from 'vitest'
import { decideCheckIn } from './check-in-rules.ts'

const hour = 3_600_000
const starts = Date.parse('2027-07-12T13:00:00Z')
const base = {
  status: 'confirmed' as const,
  day: { starts_at: starts, ends_at: starts + 7 * hour },
  ends_at: starts + 7 * hour,
  existing: null,
  came_on_other_day: false,
  now: starts,
}
const mark = (status: 'expected' | 'here' | 'picked_up' | 'absent', marked_at = starts) => ({ status, marked_at })
type Input = Parameters<typeof decideCheckIn>[0]

describe('a check-in mark', () => {
  it.each<[string, Partial<Input>, unknown]>([
    ['makes who arrives attended', { mark: mark('here') }, { ok: true, status: 'here', moves: ['attended'] }],
    [
      'is taken from two hours before, not earlier',
      { mark: mark('here', starts - 2 * hour) },
      { ok: true, moves: ['attended'] },
    ],
    ['is too early', { mark: mark('here', starts - 2 * hour - 1) }, { ok: false, type: 'check_in_not_open' }],
    ['leaves who is absent before the end confirmed', { mark: mark('absent') }, { ok: true, moves: [] }],
    [
      'makes who is absent after the end a no-show',
      { mark: mark('absent', starts + 7 * hour), now: starts + 7 * hour },
      { ok: true, moves: ['no_show'] },
    ],
    [
      'keeps attended who came on another day',
      { mark: mark('absent', starts + 8 * hour), now: starts + 8 * hour, status: 'attended', came_on_other_day: true },
      { ok: true, status: 'absent', moves: [] },
    ],
    [
      'corrects a no-show by way of confirmed',
      { mark: mark('here', starts + 8 * hour), now: starts + 8 * hour, status: 'no_show' },
      { ok: true, moves: ['confirmed', 'attended'] },
    ],
    ['takes an arrival back', { mark: mark('expected'), status: 'attended' }, { ok: true, moves: ['confirmed'] }],
    [
      'is corrected for seven days, not longer',
      { mark: mark('expected', starts), now: base.ends_at + 7 * 24 * hour + 1, status: 'attended' },
      { ok: false, type: 'check_in_closed' },
    ],
    [
      'that was made before the one that is there only arrives late',
      { mark: mark('absent', starts - 1), existing: mark('here'), status: 'attended' },
      { ok: true, status: 'here', isLate: true, moves: [] },
    ],
    ['is refused without a place', { mark: mark('here'), status: 'cancelled' }, { ok: false, type: 'state_conflict' }],
  ])('the decision about the check-in is right for %s', (_, input, decision) => {
    expect(decideCheckIn({ ...base, mark: mark('here'), ...input })).toMatchObject(decision as object)
  })
})
