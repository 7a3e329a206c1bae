import { describe, expect, it } from 'vitest'
import { decideCheckIn } from './check-in-rules.ts'

const hour = 3_600_000
const starts = Date.parse('2027-07-12T13:00:00Z')
const base = {
  status: 'confirmed' as const,
  day: { starts_at: starts, ends_at: starts + 7 * hour },
  ends_at: starts + 7 * hour,
  is_called_off: false,
  existing: null,
  came_on_other_day: false,
  now: starts,
}
const mark = (status: 'expected' | 'here' | 'picked_up' | 'absent', marked_at = starts) => ({ status, marked_at })
type Input = Parameters<typeof decideCheckIn>[0]

describe('a check-in mark', () => {
  it.each<[string, Partial<Input>, unknown]>([
    [
      'changes an arriving person to attended',
      { mark: mark('here') },
      { ok: true, status: 'here', moves: ['attended'] },
    ],
    [
      'is accepted from two hours before the start',
      { mark: mark('here', starts - 2 * hour) },
      { ok: true, moves: ['attended'] },
    ],
    [
      'is refused earlier than two hours before the start',
      { mark: mark('here', starts - 2 * hour - 1) },
      { ok: false, type: 'check_in_not_open' },
    ],
    [
      'is refused on a day that was called off',
      { mark: mark('absent'), is_called_off: true },
      { ok: false, type: 'state_conflict' },
    ],
    ['keeps a person who is absent before the end confirmed', { mark: mark('absent') }, { ok: true, moves: [] }],
    [
      'changes a person who is absent after the end to a no-show',
      { mark: mark('absent', starts + 7 * hour), now: starts + 7 * hour },
      { ok: true, moves: ['no_show'] },
    ],
    [
      'keeps a person who attended on another day attended',
      { mark: mark('absent', starts + 8 * hour), now: starts + 8 * hour, status: 'attended', came_on_other_day: true },
      { ok: true, status: 'absent', moves: [] },
    ],
    [
      'corrects a no-show by way of the status confirmed',
      { mark: mark('here', starts + 8 * hour), now: starts + 8 * hour, status: 'no_show' },
      { ok: true, moves: ['confirmed', 'attended'] },
    ],
    ['can undo an arrival', { mark: mark('expected'), status: 'attended' }, { ok: true, moves: ['confirmed'] }],
    [
      'cannot be corrected after seven days',
      { mark: mark('expected', starts), now: base.ends_at + 7 * 24 * hour + 1, status: 'attended' },
      { ok: false, type: 'check_in_closed' },
    ],
    [
      'has no effect if it was made before the stored mark',
      { mark: mark('absent', starts - 1), existing: mark('here'), status: 'attended' },
      { ok: true, status: 'here', isLate: true, moves: [] },
    ],
    ['is refused without a place', { mark: mark('here'), status: 'cancelled' }, { ok: false, type: 'state_conflict' }],
  ])('a check-in mark %s', (_, input, decision) => {
    expect(decideCheckIn({ ...base, mark: mark('here'), ...input })).toMatchObject(decision as object)
  })
})
