import { describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/limits.ts'
import { isHealthShown, isTooOften, mayReadHealth } from './health-rules.ts'

describe('health information for an organisation', () => {
  const now = 100 * dayMs
  it.each([
    ['hidden 31 days before a place', 131, 135, false],
    ['shown 30 days before it', 130, 135, true],
    ['shown during it', 98, 102, true],
    ['shown 14 days after it', 80, 86, true],
    ['hidden 15 days after it', 80, 85, false],
  ])('is %s', (_, start, end, expected) => {
    expect(isHealthShown({ starts_at: start * dayMs, ends_at: end * dayMs }, now)).toBe(expected)
  })

  const usual = { shade: 'yes', isOwnEvent: true, isOwnGroup: false, isShown: true, reason: undefined } as const
  it.each([
    ['a standing right reads', {}, 'ok'],
    ['no right is refused', { shade: null }, 'not_allowed'],
    [
      'an event that the reader does not look after is not found',
      { shade: 'all_on_site', isOwnEvent: false },
      'not_found',
    ],
    ['a coach reads their own group', { shade: 'own_groups', isOwnGroup: true }, 'ok'],
    ['a coach does not read another group', { shade: 'own_groups' }, 'not_allowed'],
    ['a right with a reason needs the reason', { shade: 'with_reason' }, 'required'],
    ['a right with a reason reads with one', { shade: 'with_reason', reason: 'They called.' }, 'ok'],
    ['no right reads outside the days', { isShown: false, reason: 'They called.' }, 'health_not_shown'],
  ] as const)('%s', (_, change, expected) => {
    const decision = mayReadHealth({ ...usual, ...change })
    expect(decision.ok ? 'ok' : decision.type).toBe(expected)
  })

  it('the owner gets a mail after the twenty-first read of a day', () => {
    expect([20, 21].map(isTooOften)).toEqual([false, true])
  })
})
