import { describe, expect, it } from 'vitest'
import { registration as text } from '../../locales/en/registration.ts'
import type { Eligibility } from '../../stores/option-eligibility.ts'
import { agesWords, misfitWords, optionLine } from './option-words.ts'

const option = (
  name: string,
  minimum_age: number | null,
  maximum_age: number | null,
  gender: 'female' | null = null,
) => ({
  id: name,
  name,
  price: '$345.00',
  cost: 34_500,
  gender,
  minimum_age,
  maximum_age,
  isOpen: true,
  state: null as string | null,
})
const tooYoung: Eligibility = { ok: false, why: 'too_young', years: 6 }
const otherGender: Eligibility = { ok: false, why: 'other_gender' }
const about = { name: 'Théo', event: { name: 'Canoe Week', firstDayWords: 'July 5' } }

describe('why no option fits a person', () => {
  it('is one sentence in the name of the event where every option has the same ages', () =>
    expect(
      misfitWords(
        [
          { option: option('Full day', 8, 12), fit: tooYoung },
          { option: option('Mornings', 8, 12), fit: tooYoung },
        ],
        about,
        text,
      ),
    ).toEqual(['Canoe Week is for ages 8 to 12, and Théo is 6 on July 5.']))
  it('spans the ages of all options where the person is too young for each', () =>
    expect(
      misfitWords(
        [
          { option: option('Juniors', 8, 10), fit: tooYoung },
          { option: option('Seniors', 11, null), fit: tooYoung },
        ],
        about,
        text,
      ),
    ).toEqual(['Canoe Week is for ages 8 and up, and Théo is 6 on July 5.']))
  it('names the options where the person is too old for one and too young for another', () =>
    expect(
      misfitWords(
        [
          { option: option('Tadpoles', 4, 5), fit: { ok: false, why: 'too_old', years: 6 } },
          { option: option('Seniors', 11, null), fit: tooYoung },
        ],
        about,
        text,
      ),
    ).toEqual([
      'Tadpoles is for ages 4 to 5, and Théo is 6 on July 5.',
      'Seniors is for ages 11 and up, and Théo is 6 on July 5.',
    ]))
  it('is the group only where no age rules the person out', () => {
    expect(
      misfitWords([{ option: option('Girls’ crew', null, null, 'female'), fit: otherGender }], about, text),
    ).toEqual(['Canoe Week is for girls.'])
    expect(
      misfitWords(
        [
          { option: option('Full day', 8, 12), fit: tooYoung },
          { option: option('Girls’ crew', 8, 12, 'female'), fit: otherGender },
        ],
        about,
        text,
      ),
    ).toHaveLength(1)
  })
})

describe('a line of the list of options', () => {
  it.each([
    { fit: { ok: true } as Eligibility, state: null, line: 'Full day, $345.00' },
    { fit: tooYoung, state: null, line: 'Full day, $345.00 · for ages 8 to 12' },
    { fit: { ok: true } as Eligibility, state: 'Sold out', line: 'Full day, $345.00 · Sold out' },
  ])('$line', ({ fit, state, line }) =>
    expect(optionLine({ ...option('Full day', 8, 12), state }, fit, text)).toBe(line),
  )
  it.each([
    [8, 12, 'for ages 8 to 12'],
    [8, null, 'for ages 8 and up'],
    [null, 12, 'up to age 12'],
    [9, 9, 'for age 9'],
    [null, null, ''],
  ])('%s to %s is "%s"', (minimum_age, maximum_age, words) =>
    expect(agesWords({ minimum_age, maximum_age }, text)).toBe(words),
  )
})
