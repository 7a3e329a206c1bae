import { describe, expect, it } from 'vitest'
import type { Right } from '../people/attendee.ts'
import { answerField, answersInForm, mayReadAnswer, textOfAnswer } from './answer-fields.ts'
import type { QuestionType } from '../offering/event.ts'

const field = (type: QuestionType, part?: string) => answerField({ id: 'que_1', type }, part)

describe('the answers in a posted form', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['a text', { [field('short_text')]: ' Sam ' }, 'Sam'],
    ['a yes', { [field('yes_no')]: 'yes' }, true],
    ['a no', { [field('yes_no')]: 'no' }, false],
    ['a number with a comma', { [field('number')]: '1,5' }, 1.5],
    ['a text for a number, which the API refuses', { [field('number')]: 'two' }, 'two'],
    ['a ticked consent', { [field('consent')]: '1' }, true],
    ['a signature', { [field('signature')]: 'Ada Roy' }, { name: 'Ada Roy' }],
    ['two ticked choices', { [field('multi_choice', 'a')]: '1', [field('multi_choice', 'b:c')]: '1' }, ['a', 'b:c']],
    [
      'an address',
      { [field('address', 'city')]: 'Toronto', [field('address', 'country_short_code')]: 'CA' },
      { address_line_1: null, city: 'Toronto', region: null, postcode: null, country_short_code: 'CA' },
    ],
  ])('%s is read by the type of its question', (_, fields, value) => {
    expect(answersInForm(fields)).toEqual([{ field_id: 'que_1', value }])
  })

  it('empty fields and fields of other forms are no answers', () => {
    expect(
      answersInForm({ [field('short_text')]: '  ', option_id: 'opt_1', key: 'k', 'answer:short_text': 'x' }),
    ).toEqual([])
  })
})

it.each<[string, Parameters<typeof textOfAnswer>, string]>([
  ['a text', ['Sam'], 'Sam'],
  ['a yes', [true], 'yes'],
  ['a chosen choice', [['a'], 'a'], '1'],
  ['another choice', [['a'], 'b'], ''],
  ['a signature', [{ name: 'Ada' }], 'Ada'],
  ['a part of an address', [{ city: 'Toronto' }, 'city'], 'Toronto'],
  ['no answer', [undefined], ''],
])('%s is shown again in its field', (_, [value, part], text) => {
  expect(textOfAnswer(value, part)).toBe(text)
})

describe('the right to read an answer', () => {
  it.each([
    ['about health', ['view'], { asksHealth: true }, false],
    ['about health', ['view', 'medical'], { asksHealth: true }, true],
    ['stored sealed', ['view', 'manage'], { asksHealth: false, isSealed: true }, false],
    ['stored sealed', ['medical'], { asksHealth: false, isSealed: true }, true],
    ['about anything else', [], { asksHealth: false }, true],
  ] satisfies [string, Right[], Parameters<typeof mayReadAnswer>[1], boolean][])(
    'an answer %s is read with the rights %j or not, as expected',
    (_, rights, answer, isRead) => expect(mayReadAnswer(rights, answer)).toBe(isRead),
  )
})
