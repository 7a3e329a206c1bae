import { describe, expect, it } from 'vitest'
import { eventStatuses, transitions } from '../../contract/states/event-states.ts'
import { stepsBetween } from './event-steps.ts'

describe('the states of an event', () => {
  it('every status can be reached from a draft', () => {
    const reached = new Set(['draft'])
    for (const status of [...reached, ...reached]) for (const next of transitions[status as 'draft']) reached.add(next)
    for (let round = 0; round < 4; round += 1)
      for (const status of [...reached]) for (const next of transitions[status as 'draft']) reached.add(next)
    expect([...reached].sort()).toEqual([...eventStatuses].sort())
  })

  it.each([
    ['published', 'published', []],
    ['draft', 'published', ['published']],
    ['draft', 'unpublished', ['published', 'unpublished']],
    ['published', 'archived', ['unpublished', 'archived']],
    ['archived', 'published', ['unpublished', 'published']],
    ['published', 'draft', null],
    ['unpublished', 'draft', null],
  ] as const)('the path of an event from %s to %s is %j', (from, to, way) =>
    expect(stepsBetween(from, to)).toEqual(way),
  )

  it('a cancelled event can never be on sale again', () =>
    expect([
      stepsBetween('cancelled', 'published'),
      stepsBetween('cancelled', 'unpublished'),
      stepsBetween('cancelled', 'archived'),
    ]).toEqual([null, null, ['archived']]))
})
