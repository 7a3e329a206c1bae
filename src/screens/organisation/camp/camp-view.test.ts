import { describe, expect, it } from 'vitest'
import { answerOf, columnsOf, healthLine, numbersOf, seatsOf, suggestionsOf } from './camp-view.ts'

const option = (places: { spots_total: number | null; sold: number; held: number; waiting: number }) => ({
  ...{ id: 'opt_1', key: 'full', name: 'Full day', is_closed: false },
  ...places,
})
const people = { all: 17, families: 15, waiver_missing: 0, without_group: 0, due: null }

describe('the numbers of an event', () => {
  it('the numbers of an event are those of all its options', () => {
    const options = [
      option({ spots_total: 14, sold: 14, held: 0, waiting: 3 }),
      option({ spots_total: 8, sold: 3, held: 1, waiting: 0 }),
    ]
    expect(numbersOf({ options, people })).toEqual({ sold: 17, families: 15, held: 1, waiting: 3, places: 22 })
  })

  it('an event with an option without a limit has no number of places', () => {
    const options = [option({ spots_total: null, sold: 2, held: 0, waiting: 0 })]
    expect(numbersOf({ options, people }).places).toBeNull()
    expect(seatsOf(option({ spots_total: null, sold: 2, held: 0, waiting: 0 }))).toBeNull()
  })

  it.each([
    [
      { spots_total: 8, sold: 5, held: 1, waiting: 0 },
      { size: 8, within: 5, held: 1, over: 0 },
    ],
    [
      { spots_total: 14, sold: 15, held: 0, waiting: 2 },
      { size: 15, within: 14, held: 0, over: 1 },
    ],
    [
      { spots_total: 0, sold: 0, held: 0, waiting: 0 },
      { size: 1, within: 0, held: 0, over: 0 },
    ],
  ])('the bar of %o shows places within the total, held ones and those beyond it', (places, bar) => {
    expect(seatsOf(option(places))).toEqual(bar)
  })
})

describe('a person of an event', () => {
  const questions = [
    { id: 'que_1', key: 'shirt', title: 'T-shirt' },
    { id: 'que_2', key: 'swims', title: 'Swims' },
  ]
  const answers = [{ field_id: 'que_2', value: 'y', text: 'Yes' }]

  it('the columns are those of the event that the page chose, and an open answer is empty', () => {
    expect(columnsOf({ questions }, { columns: ['swims', 'gone'] }).map(({ id }) => id)).toEqual(['que_2'])
    expect([answerOf({ answers }, 'que_2'), answerOf({ answers }, 'que_1')]).toEqual(['Yes', ''])
  })

  it('health that the reader does not see is null, and without notes it is empty', () => {
    const notes = { medical_history: 'Bee stings', dietary_restrictions: null, answers }
    expect(healthLine({ health: null })).toBeNull()
    expect(healthLine({ health: notes })).toBe('Bee stings · Yes')
    expect(healthLine({ health: { ...notes, medical_history: null, answers: [] } })).toBe('')
  })

  it('a suggestion names who goes to each group, the largest first', () => {
    const person = (name: string, to: string) => ({ registration_id: name, name, age: 9, from: null, to })
    const moved = [person('Maya', 'herons'), person('Ava', 'otters'), person('Will', 'otters')]
    const groups = ['herons', 'otters', 'loons'].map((key) => ({ key, name: key }))
    expect(suggestionsOf({ moved }, groups)).toEqual([
      { name: 'otters', people: ['Ava', 'Will'] },
      { name: 'herons', people: ['Maya'] },
    ])
  })
})
