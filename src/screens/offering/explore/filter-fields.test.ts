import { describe, expect, it } from 'vitest'
import { limitsToChoose } from './filter-fields.ts'

describe('the grades to choose', () => {
  it.each([
    ['no limits give none', { minimum: null, maximum: null }, null, []],
    ['a lowest and a highest limit give all between', { minimum: 3, maximum: 5 }, null, [3, 4, 5]],
    [
      'a lowest limit above the highest of another event gives all between',
      { minimum: 5, maximum: 3 },
      null,
      [3, 4, 5],
    ],
    ['one limit gives its value', { minimum: 3, maximum: null }, null, [3]],
    ['the active value is always a choice', { minimum: 3, maximum: 4 }, 1, [1, 3, 4]],
  ])('%s', (_, limits, chosen, expected) => {
    expect(limitsToChoose(limits, chosen)).toEqual(expected)
  })

  it('kindergarten is a grade', () => expect(limitsToChoose({ minimum: 0, maximum: 1 }, null)).toEqual([0, 1]))
})
