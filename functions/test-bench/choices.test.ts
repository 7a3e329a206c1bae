import { describe, expect, it } from 'vitest'
import { arrayOf, choiceNumbers, choicesFrom, endlessChoices, findFailure, seededChoices } from './choices.ts'

describe('seeded random choices', () => {
  it('equal seeds give equal choices', () => {
    const draw = (seed: number) => {
      const choices = seededChoices(seed)
      return Array.from({ length: 20 }, () => choices.below(1000))
    }

    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  it('choices have the expected frequencies', () => {
    const choices = seededChoices(1)
    const drawn = Array.from({ length: 4000 }, () => choices.chance(0.3)).filter(Boolean).length
    expect(drawn).toBeGreaterThan(1000)
    expect(drawn).toBeLessThan(1400)
  })

  it('every choice is the first one after the numbers are used up', () => {
    const choices = choicesFrom([])
    expect([choices.below(9), choices.pick(['a', 'b']), choices.chance(0.01)]).toEqual([0, 'a', true])
  })
})

describe('the search for a failing random case', () => {
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  const amounts = endlessChoices.map((choices) => Array.from({ length: choices.below(9) }, () => choices.below(1000)))

  it('the search tests the given number of values', async () => {
    let runs = 0
    const failure = await findFailure({
      arbitrary: amounts,
      seed: 1,
      runs: 250,
      test: (values) => {
        runs += 1
        if (sum(values) < 0) throw new Error('negative')
      },
    })
    expect([failure, runs]).toEqual([null, 250])
  })

  it('the search shrinks a planted fault to its smallest case', async () => {
    // This rule loses cents only above 500.
    const planted = (values: number[]) => sum(values.map((value) => (value > 500 ? value - 1 : value)))
    const failure = await findFailure({
      arbitrary: amounts,
      seed: 3,
      runs: 250,
      test: (values) => {
        if (planted(values) !== sum(values)) throw new Error(`wrong sum of [${values}]`)
      },
    })
    expect(failure).toMatch(/^wrong sum of \[501\] \(seed 3, path [\d:]+, shrunk \d+ times\)$/)
  })

  it('the search shrinks a run of steps to the necessary ones', async () => {
    const steps = arrayOf(choiceNumbers(4), 50)
    const failure = await findFailure({
      arbitrary: steps,
      seed: 5,
      runs: 20,
      test: (numbers) => {
        const words = numbers.map((each) => choicesFrom(each).pick(['wait', 'hold', 'pay', 'cancel']))
        const paid = words.indexOf('pay')
        if (paid >= 0 && words.indexOf('cancel', paid) > paid) throw new Error(words.join(', '))
      },
    })
    expect(failure).toMatch(/^pay, cancel \(seed 5,/)
  })

  it('the search does not shrink a failure without time for it', async () => {
    const failure = await findFailure({
      arbitrary: amounts,
      seed: 3,
      runs: 250,
      shrinkMs: 0,
      test: (values) => {
        if (values.some((value) => value > 500)) throw new Error(`found [${values}]`)
      },
    })
    expect(failure).toMatch(/shrunk 0 times/)
  })
})
