import { describe, expect, it } from 'vitest'
import type { Promotion } from '#contract/offering/promotion'
import { money } from '#contract/display-money'
import { exampleProgramContext } from '../../example-program.ts'
import { promotionWords } from './promotion-words.ts'

const now = Date.parse('2027-01-04T12:00:00Z')
const none = { first_time_transaction: false, minimum_items: null, minimum_amount: null, limit_customer: null }
const lake: Promotion = {
  id: 'cou_1',
  object: 'promotion',
  name: '$20 off the lake',
  type: 'amount_off',
  code: 'LAKE20',
  amount_off: money(2000, 'CAD', 'en'),
  percent_off: null,
  redeem_before: null,
  restrictions: none,
  applies_to: { product_types: [], events: [] },
  apply_automatically: false,
  currency: 'CAD',
}
const linesOf = (change: Partial<Promotion>, language: 'en' | 'fr' = 'en') => {
  const { off, conditions } = promotionWords({ ...lake, ...change }, exampleProgramContext(language), now)
  return [off, ...conditions].map((words) => words.replaceAll(/[\u00a0\u202f]/g, ' '))
}
const strict = {
  first_time_transaction: true,
  minimum_items: 2,
  minimum_amount: money(10_000, 'CAD', 'en'),
  limit_customer: 1,
}

describe('a promotion in words', () => {
  it.each([
    { change: {}, en: ['$20 off', 'For everything'], fr: ['20 $ de rabais', 'Pour tout'] },
    {
      change: { amount_off: null, percent_off: 12.5 },
      en: ['12.5% off', 'For everything'],
      fr: ['12,5 % de rabais', 'Pour tout'],
    },
    {
      change: { amount_off: money(1250, 'CAD', 'en') },
      en: ['$12.50 off', 'For everything'],
      fr: ['12,50 $ de rabais', 'Pour tout'],
    },
    {
      change: { applies_to: { product_types: ['camp', 'class'], events: [] } },
      en: ['$20 off', 'For camps, classes'],
      fr: ['20 $ de rabais', 'Pour : camps, cours'],
    },
    {
      change: { applies_to: { product_types: ['event_option'], events: [] } },
      en: ['$20 off', 'For every place'],
      fr: ['20 $ de rabais', 'Pour : toutes les places'],
    },
    {
      change: { applies_to: { product_types: [], events: [{ id: 'evt_1', name: 'Canoe Week' }] } },
      en: ['$20 off'],
      fr: ['20 $ de rabais'],
    },
    {
      change: { restrictions: strict, redeem_before: '2027-05-01T13:00:00Z' },
      en: [
        '$20 off',
        'For everything',
        'On 2 or more places',
        'On $100 or more, before fee and tax',
        'For first orders',
        'Once per family',
        'Until May 1, 9 am (Toronto time)',
      ],
      fr: [
        '20 $ de rabais',
        'Pour tout',
        'Dès 2 places',
        'Dès 100 $, avant frais et taxes',
        'Pour une première commande',
        'Une fois par famille',
        'Jusqu’au 1er mai, 9 h (heure de Toronto)',
      ],
    },
    {
      change: { redeem_before: '2028-05-01T13:00:00Z' },
      en: ['$20 off', 'For everything', 'Until May 1, 2028, 9 am (Toronto time)'],
      fr: ['20 $ de rabais', 'Pour tout', 'Jusqu’au 1er mai 2028, 9 h (heure de Toronto)'],
    },
  ])('a promotion reads $en', ({ change, en, fr }) =>
    expect([linesOf(change), linesOf(change, 'fr')]).toEqual([en, fr]),
  )

  it('a promotion with a code links to the events with it', () => {
    expect([
      promotionWords(lake, exampleProgramContext('en'), now).use,
      promotionWords(lake, exampleProgramContext('fr'), now).use,
      promotionWords({ ...lake, code: null, apply_automatically: true }, exampleProgramContext('en'), now).use,
    ]).toEqual(['/pg/lakeside?discount=LAKE20', '/pg/lakeside?discount=LAKE20&lang=fr', null])
  })
})
