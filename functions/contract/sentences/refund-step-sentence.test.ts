import { describe, expect, it } from 'vitest'
import { refundStepSentence } from './refund-step-sentence.ts'

const step = { until: 'Fri, July 2', returned: '$157.89', requested: null, isLater: false, isWhole: false }

describe('a step of a refund policy', () => {
  it.each([
    { what: 'until a deadline', change: {}, sentence: 'Cancel by Fri, July 2 and get $157.89 back.' },
    { what: 'until the start', change: { until: null }, sentence: 'Cancel before it starts and get $157.89 back.' },
    {
      what: 'after all deadlines',
      change: { until: null, isLater: true },
      sentence: 'Cancel after that and get $157.89 back.',
    },
    {
      what: 'of several places',
      change: { isWhole: true },
      sentence: 'Cancel the whole order by Fri, July 2 and get $157.89 back.',
    },
    {
      what: 'that must be asked for',
      change: { returned: null, requested: '$20.00' },
      sentence: 'Cancel by Fri, July 2 and you can ask for $20.00 back.',
    },
    {
      what: 'of which a part must be asked for',
      change: { requested: '$20.00' },
      sentence: 'Cancel by Fri, July 2 and get $157.89 back, and you can ask for $20.00 more.',
    },
    { what: 'without a refund', change: { returned: null }, sentence: null },
  ])('the sentence of a step $what is $sentence', ({ change, sentence }) =>
    expect(refundStepSentence({ ...step, ...change }, 'en')).toBe(sentence),
  )

  it.each([
    { what: 'until a deadline', change: {}, sentence: 'Annulez d’ici le ven. 2 juillet et récupérez 157,89 $.' },
    {
      what: 'of several places',
      change: { isWhole: true, until: null },
      sentence: 'Annulez toute la commande avant le début et récupérez 157,89 $.',
    },
    {
      what: 'after all deadlines',
      change: { until: null, isLater: true },
      sentence: 'Annulez après cette date et récupérez 157,89 $.',
    },
    {
      what: 'that must be asked for',
      change: { returned: null, requested: '20,00 $' },
      sentence: 'Annulez d’ici le ven. 2 juillet et vous pouvez demander 20,00 $.',
    },
    {
      what: 'of which a part must be asked for',
      change: { requested: '20,00 $' },
      sentence: 'Annulez d’ici le ven. 2 juillet et récupérez 157,89 $, et vous pouvez demander 20,00 $ de plus.',
    },
  ])('the French sentence of a step $what is $sentence', ({ change, sentence }) =>
    expect(refundStepSentence({ ...step, until: 'Ven. 2 juillet', returned: '157,89 $', ...change }, 'fr')).toBe(
      sentence,
    ),
  )
})
