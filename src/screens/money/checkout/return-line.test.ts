import { describe, expect, it } from 'vitest'
import { money } from '#contract/display-money'
import { returnLine } from './return-line.ts'

const cad = (value: number, language = 'en') => money(value, 'CAD', language)
const step = (until: string | null, returned: number, requested = 0) => ({
  until,
  amount_returned: cad(returned),
  amount_requested: cad(requested),
})
const deadlines = { june: 'Mon, June 28, 9 am (Toronto time)', july: 'Fri, July 2, 9 am (Toronto time)' }
const lineOf = (steps: ReturnType<typeof step>[], places = 1) =>
  returnLine(steps, { language: 'en', deadlines, places })

describe('the line about refunds before payment', () => {
  it.each([
    {
      what: 'both sums of a policy with two steps',
      steps: [step('june', 31_578), step('july', 15_789), step(null, 0)],
      line: 'Cancel by Mon, June 28, 9 am (Toronto time) and get $315.78 back. Cancel by Fri, July 2, 9 am (Toronto time) and get $157.89 back.',
    },
    {
      what: 'that refunds end at the start',
      steps: [step(null, 31_578)],
      line: 'Cancel before it starts and get $315.78 back.',
    },
    {
      what: 'which amount may be requested',
      steps: [step('june', 0, 31_578), step(null, 0)],
      line: 'Cancel by Mon, June 28, 9 am (Toronto time) and you can ask for $315.78 back.',
    },
    { what: 'the policy in words when nothing is refunded', steps: [step(null, 0)], line: null },
    {
      what: 'both what is refunded and what may be requested',
      steps: [step('june', 100, 200)],
      line: 'Cancel by Mon, June 28, 9 am (Toronto time) and get $1.00 back, and you can ask for $2.00 more.',
    },
    { what: 'the policy in words when a deadline is unknown', steps: [step('august', 100)], line: null },
    { what: 'nothing about a free order', steps: [], line: null },
  ])('the line about refunds says $what', ({ steps, line }) => expect(lineOf(steps)).toBe(line))

  it('the line about refunds covers the whole order', () =>
    expect(lineOf([step('june', 63_156)], 2)).toBe(
      'Cancel the whole order by Mon, June 28, 9 am (Toronto time) and get $631.56 back.',
    ))

  it('the line about refunds is in French on a French page', () =>
    expect(
      returnLine([{ until: 'juin', amount_returned: cad(31_578, 'fr'), amount_requested: cad(0, 'fr') }], {
        language: 'fr',
        deadlines: { juin: 'lun. 28 juin, 9 h (heure de Toronto)' },
        places: 1,
      })?.replaceAll('\u00a0', ' '),
    ).toBe('Annulez d’ici le lun. 28 juin, 9 h (heure de Toronto) et récupérez 315,78 $.'))
})
