import { describe, expect, it } from 'vitest'
import type { Field } from '../../contract/offering/event.ts'
import type { Answer } from '../../contract/booking/registration.ts'
import { checkAnswers } from '../../contract/booking/answer-check.ts'
import { maySign } from './answers.ts'

const choices = [
  { value: 's', label: 'S' },
  { value: 'm', label: 'M' },
]
const field = (
  type: Field['type'],
  validations: Partial<Field['validations']> = {},
  part: Partial<Field> = {},
): Field => ({
  id: 'q1',
  title: 'Question',
  type,
  help: null,
  choices,
  show_if: null,
  ...part,
  validations: { required: false, max_length: null, min: null, max: null, ...validations },
})
const reading = {
  readPhone: (typed: string) => (typed === '416 555 0142' ? '+14165550142' : null),
  maySign: maySign(['Nadia Roy']),
  mayUse: (id: string) => id === 'file_1',
}
const check = (fields: Field[], value: Answer['value']) => checkAnswers(fields, [{ field_id: 'q1', value }], reading)
const address = { address_line_1: '1 Lake Rd', city: 'Toronto', country_short_code: 'CA' }

describe('checking an answer by the type of its question', () => {
  it.each<[string, Field, Answer['value'], Answer['value']]>([
    ['short text, trimmed', field('short_text'), ' hello ', 'hello'],
    ['long text with lines', field('long_text'), 'one\ntwo', 'one\ntwo'],
    ['a number', field('number', { min: 0, max: 10 }), 10, 10],
    ['a day', field('date'), '2027-02-28', '2027-02-28'],
    ['a phone number in international format', field('phone'), '416 555 0142', '+14165550142'],
    ['an email', field('email'), 'a@example.com', 'a@example.com'],
    ['no as the answer to a required yes-or-no question', field('yes_no', { required: true }), false, false],
    ['an optional consent left open', field('consent'), false, false],
    ['one of the choices', field('single_choice'), 's', 's'],
    ['one of a list', field('dropdown'), 'm', 'm'],
    ['several choices, each once', field('multi_choice'), ['s', 'm', 's'], ['s', 'm']],
    ['an address', field('address'), address, address],
    ['a file of the caller', field('file', { required: true }), 'file_1', 'file_1'],
    ['the name of a guardian', field('signature'), { name: ' nadia  róy ' }, { name: 'nadia  róy' }],
  ])('the answer is accepted: %s', (_, question, value, kept) =>
    expect(check([question], value)).toEqual({ answers: [{ field_id: 'q1', value: kept }], faults: [] }),
  )

  it.each<[string, Field, Answer['value'], string]>([
    ['short text of 256 characters', field('short_text'), 'x'.repeat(256), 'too_long'],
    ['text above the question’s own maximum length', field('short_text', { max_length: 3 }), 'four', 'too_long'],
    ['short text with a line break', field('short_text'), 'a\nb', 'invalid_characters'],
    ['long text of 2001 characters', field('long_text'), 'x'.repeat(2001), 'too_long'],
    ['a number as text', field('number'), '7', 'invalid_parameter'],
    ['a number below the range', field('number', { min: 1 }), 0, 'out_of_range'],
    ['a number above the range', field('number', { max: 1 }), 2, 'out_of_range'],
    ['a 30th of February', field('date'), '2027-02-30', 'invalid_date'],
    ['an invalid phone number', field('phone'), '12', 'invalid_phone'],
    ['an email without a domain', field('email'), 'a@b', 'invalid_email'],
    ['“maybe” for a yes-or-no question', field('yes_no'), 'maybe', 'invalid_option'],
    ['a required consent left open', field('consent', { required: true }), false, 'required'],
    ['a choice that is not offered', field('single_choice'), 'xl', 'invalid_option'],
    ['choices with one that is not offered', field('multi_choice'), ['s', 'xl'], 'invalid_option'],
    ['too many choices', field('multi_choice', { max: 1 }), ['s', 'm'], 'out_of_range'],
    ['an address without a city', field('address'), { ...address, city: '' }, 'required'],
    ['another person’s name', field('signature'), { name: 'Sam Stone' }, 'invalid_parameter'],
    ['a file of another customer', field('file'), 'file_2', 'file_not_found'],
    ['a file given by its name', field('file'), { name: 'badge.pdf' }, 'file_not_found'],
  ])('the answer is rejected: %s', (_, question, value, type) =>
    expect(check([question], value)).toEqual({ answers: [], faults: [{ type, field_id: 'q1' }] }),
  )

  it.each([null, '', '  ', []])('%j counts as no answer', (value) => {
    expect(check([field('multi_choice', { required: true })], value).faults).toEqual([
      { type: 'required', field_id: 'q1' },
    ])
    expect(check([field('multi_choice')], value)).toEqual({ answers: [], faults: [] })
  })
})

describe('checking a whole form', () => {
  const allergic = field('yes_no', { required: true }, { id: 'allergic' })
  const which = field('short_text', { required: true }, { id: 'which', show_if: { field: 'allergic', equals: true } })
  const severe = field('short_text', { required: true }, { id: 'severe', show_if: { field: 'which', equals: 'nuts' } })
  const form = [allergic, which, severe]

  it.each([
    {
      what: 'shows a follow-up question for the answer that needs it',
      input: { allergic: true },
      kept: ['allergic'],
      missing: ['which'],
    },
    {
      what: 'shows the follow-up of a follow-up',
      input: { allergic: true, which: 'nuts' },
      kept: ['allergic', 'which'],
      missing: ['severe'],
    },
    {
      what: 'drops the answer to a hidden question',
      input: { allergic: false, which: 'nuts', severe: 'very' },
      kept: ['allergic'],
      missing: [],
    },
    { what: 'reports an unanswered required question', input: {}, kept: [], missing: ['allergic'] },
  ])('a form $what', ({ input, kept, missing }) => {
    const answers = Object.entries(input).map(([field_id, value]) => ({ field_id, value }))
    const checked = checkAnswers(form, answers, reading)
    expect(checked.answers.map(({ field_id }) => field_id)).toEqual(kept)
    expect(checked.faults).toEqual(missing.map((field_id) => ({ type: 'required', field_id })))
  })

  it('an answer to an unknown question is refused', () =>
    expect(
      checkAnswers(
        form,
        [
          { field_id: 'other', value: 'x' },
          { field_id: 'allergic', value: false },
        ],
        reading,
      ).faults,
    ).toEqual([{ type: 'unknown_parameter', field_id: 'other' }]))

  it('a second answer to the same question is rejected', () =>
    expect(
      checkAnswers(
        form,
        [
          { field_id: 'allergic', value: false },
          { field_id: 'allergic', value: false },
          { field_id: 'allergic', value: true },
        ],
        reading,
      ).faults.filter(({ type }) => type === 'invalid_parameter'),
    ).toEqual([{ type: 'invalid_parameter', field_id: 'allergic' }]))

  it('a question that depends on another is hidden', () => {
    const one = field('short_text', { required: true }, { id: 'one', show_if: { field: 'two', equals: 'x' } })
    const two = field('short_text', { required: true }, { id: 'two', show_if: { field: 'one', equals: 'x' } })
    expect(
      checkAnswers(
        [one, two],
        [
          { field_id: 'one', value: 'x' },
          { field_id: 'two', value: 'x' },
        ],
        reading,
      ),
    ).toEqual({ answers: [], faults: [] })
  })
})
