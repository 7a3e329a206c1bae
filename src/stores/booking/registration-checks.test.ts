import { type Values, answersOf, visibleFields } from '#contract/booking/form-controls'
import { requirableFields } from '#contract/people/attendee-fields'
import { checkWords, heldPlace, member, option, setup as formSetup } from './registration-form-fixture.ts'
import { emptyPerson, firstNewKey } from './registration-people.ts'
import { describe, expect, it } from 'vitest'
import type { Field } from '#contract/offering/event'
import { fieldSentence } from '#contract/sentences/sentence'
import { ruleSentences } from '../../screens/booking/registration/make-setup.ts'
import { answerProblems, checkedRules, checkPeople, checkAccount, type CheckWords } from './registration-checks.ts'
import type { RegistrationSetup } from './registration-setup.ts'
import type { Person } from './family-people.ts'

const words: CheckWords = {
  ...checkWords,
  chooseSomeone: 'Choose who is coming, or add someone.',
  tickWaiver: 'Tick the waiver.',
}
const person: Person = { key: firstNewKey, ...emptyPerson }
const field = (part: Partial<Field>): Field => ({
  id: 'fld',
  title: 'Question',
  type: 'short_text',
  help: null,
  validations: { required: true, max_length: null, min: null, max: null },
  choices: [],
  show_if: null,
  ...part,
})
const setup = (part: Partial<RegistrationSetup> = {}) =>
  formSetup({
    options: [{ ...option('opt'), minimum_age: 8, maximum_age: 12 }],
    required: ['emergency_contact_phone'],
    customer: null,
    people: [],
    ...part,
  })
const good: Values = {
  'new-1.comes': true,
  'new-1.first_name': 'Maya',
  'new-1.last_name': 'Roy',
  'all.relation': 'parent',
  'new-1.date_of_birth': '2017-05-31',
  'all.emergency_contact_phone': '613 555 0142',
}
const names = (values: Values, part: Partial<RegistrationSetup> = {}) =>
  checkPeople(setup(part), [person], values, words, '2026-11-21').map(({ name, message }) => [name, message])

describe('the errors of a registration form', () => {
  it('a complete registration has no error', () => expect(names(good)).toEqual([]))
  it('a shared field is missing once for two people, and not for one who has their own or is known', () => {
    const second = { ...person, key: 'new-2' }
    const known = member('sam', { knownFields: ['emergency_contact_phone'] })
    const both: Values = {
      ...good,
      'new-2.comes': true,
      'new-2.first_name': 'Ida',
      'new-2.last_name': 'Roy',
      'new-2.date_of_birth': '2017-05-31',
    }
    const namesOf = (people: Person[], more: Values) =>
      checkPeople(setup(), people, { ...both, 'sam.comes': true, ...more }, words, '2026-11-21').map(({ name }) => name)
    const phone = 'emergency_contact_phone'
    expect(namesOf([person, second], { [`all.${phone}`]: '' })).toEqual([`all.${phone}`])
    const own = { [`all.${phone}`]: '', [`new-1.${phone}`]: '613 555 0142', [`new-2.${phone}`]: '1' }
    expect(namesOf([person, second], own)).toEqual([`new-2.${phone}`])
    expect(namesOf([known], { [`all.${phone}`]: '', 'all.relation': '' })).toEqual([])
  })
  it('a waiver is accepted again only for a person without it', () => {
    const waiver = { waiver_id: 'wai', version: 2, title: 'Waiver' }
    const signed = (version: number) =>
      member('sam', { place: { ...heldPlace, waiver: { ...waiver, version, accepted_at: '' } } })
    const namesOf = (people: Person[]) =>
      checkPeople(setup({ waiver, required: [] }), people, { 'sam.comes': true, ...good }, words, '2026-11-21').map(
        ({ name }) => name,
      )
    expect([namesOf([signed(2)]), namesOf([signed(1)]), namesOf([signed(2), person])]).toEqual([
      [],
      ['waiver'],
      ['waiver'],
    ])
  })
  it('a registration without a selected person has an error', () =>
    expect(names({ ...good, 'new-1.comes': false })).toEqual([
      ['new-1.comes', 'Choose who is coming, or add someone.'],
    ]))
  it.each([
    {
      name: 'a first name of spaces',
      values: { 'new-1.first_name': '  ' },
      problem: ['new-1.first_name', 'Field is required.'],
    },
    {
      name: 'a name of 41 characters',
      values: { 'new-1.last_name': 'x'.repeat(41) },
      problem: ['new-1.last_name', 'Use at most 40 characters.'],
    },
    {
      name: 'a phone without area code',
      values: { 'all.emergency_contact_phone': '555-01' },
      problem: ['all.emergency_contact_phone', 'Enter a phone number with area code, without an extension.'],
    },
    {
      name: 'a missing relation',
      values: { 'all.relation': '' },
      problem: ['all.relation', 'Please select an option.'],
    },
  ])('the form reports $name', ({ values, problem }) =>
    expect(names({ ...good, ...(values as unknown as Values) })).toEqual([problem]),
  )
  it.each([
    { bornOn: '2017-02-30', expected: 'Enter a date like 2017-05-31.' },
    { bornOn: '2026-11-21', expected: 'Enter a date in the past.' },
    { bornOn: '1901-01-01', expected: 'Enter a date less than 125 years ago.' },
  ])('a birth on $bornOn is rejected: $expected', ({ bornOn, expected }) =>
    expect(names({ ...good, 'new-1.date_of_birth': bornOn })[0]).toEqual(['new-1.date_of_birth', expected]),
  )
  it('the error of a person whom no option suits is at the option', () =>
    expect(names({ ...good, 'new-1.date_of_birth': '2021-05-31' })).toEqual([
      ['new-1.option_id', 'Please select an option.'],
    ]))
  it('a missing waiver is one error', () =>
    expect(names(good, { waiver: { waiver_id: 'w', version: 1, title: 'W' } })).toEqual([
      ['waiver', 'Tick the waiver.'],
    ]))
})

describe('the error sentences of the form', () => {
  const typed = ['', ' ', '\u0007', 'www.example.com', 'x'.repeat(3000), '5', '2027-02-29', 'a@b', '!', 'y\u0000y']
  it.each(['en', 'fr'] as const)('every rule that a value can break has a sentence in %s', (language) => {
    const sentences = ruleSentences(language)
    const broken: string[] = []
    const noting: CheckWords = {
      ...words,
      sentence: ({ code, maximum }) => {
        broken.push(code)
        expect(sentences[code].replace('{maximum}', String(maximum))).toBe(fieldSentence(code, language, maximum))
        return ''
      },
    }
    for (const text of typed) {
      const values: Values = { ...good }
      for (const name of Object.keys(good)) if (name !== 'new-1.comes') values[name] = text
      for (const name of ['first_name', 'email', 'phone', 'password']) values[`you.${name}`] = text
      for (const name of ['health_card_number', 'parent_name', 'emergency_contact_email'])
        values[`new-1.${name}`] = text
      checkPeople(setup({ required: [...requirableFields] }), [person], values, noting, '2026-11-21')
      checkAccount(values, noting)
    }
    expect([...new Set(broken)].sort()).toEqual(
      checkedRules.filter(
        (code) => !['date_in_future', 'date_too_old', 'invalid_integer', 'out_of_range'].includes(code),
      ),
    )
  })
})

describe('the errors of an account form', () => {
  it('a new account has an error at each missing field', () =>
    expect(checkAccount({ 'you.mode': 'new' }, words).map(({ name }) => name)).toEqual([
      'you.first_name',
      'you.last_name',
      'you.email',
      'you.phone',
      'you.password',
    ]))
  it('a log-in requires only email and password', () =>
    expect(checkAccount({ 'you.mode': 'known' }, words).map(({ name }) => name)).toEqual(['you.email', 'you.password']))
  it('a log-in does not check the length of the password', () =>
    expect(checkAccount({ 'you.mode': 'known', 'you.email': 'a@example.com', 'you.password': 'short' }, words)).toEqual(
      [],
    ))
})

describe('the check of an answer', () => {
  const limit = { required: false, max_length: 5, min: null, max: null }
  it.each([
    {
      name: 'too long',
      of: field({ validations: limit }),
      values: { 'new-1.q.fld': 'abcdef' },
      expected: 'Use at most 5 characters.',
    },
    { name: 'just long enough', of: field({ validations: limit }), values: { 'new-1.q.fld': 'abcde' }, expected: null },
    {
      name: 'just long enough in characters but not in bytes',
      of: field({ validations: limit }),
      values: { 'new-1.q.fld': '🛶🛶🛶🛶🛶' },
      expected: null,
    },
    { name: 'missing', of: field({}), values: {}, expected: 'Field is required.' },
    {
      name: 'a missing choice',
      of: field({ type: 'single_choice' }),
      values: {},
      expected: 'Field is required.',
    },
    {
      name: 'a consent that was not given',
      of: field({ type: 'consent' }),
      values: { 'new-1.q.fld': false },
      expected: 'Field is required.',
    },
    {
      name: 'a text instead of a number',
      of: field({ type: 'number' }),
      values: { 'new-1.q.fld': 'many' },
      expected: 'Enter a whole number.',
    },
    {
      name: 'a number above its range',
      of: field({ type: 'number', validations: { required: true, max_length: null, min: 1, max: 3 } }),
      values: { 'new-1.q.fld': '4' },
      expected: 'Choose a value from the range.',
    },
    {
      name: 'a day that does not exist',
      of: field({ type: 'date' }),
      values: { 'new-1.q.fld': '2027-02-29' },
      expected: 'Enter a date like 2017-05-31.',
    },
    {
      name: 'an incomplete address',
      of: field({ type: 'address' }),
      values: { 'new-1.q.fld.city': 'Toronto' },
      expected: 'Field is required.',
    },
  ])('the form names what is wrong with an answer that is $name', ({ of, values, expected }) => {
    const [broken] = answerProblems([of], person, values as Values)
    expect(broken ? words.answer(broken.rule, of.type) : null).toBe(expected)
  })

  const swims = field({ id: 'swims', type: 'yes_no' })
  const how = field({ id: 'how', show_if: { field: 'swims', equals: true } })
  it('an answer to a hidden question is not sent', () => {
    const values: Values = { 'new-1.q.swims': 'no', 'new-1.q.how': 'well' }
    expect(visibleFields([swims, how], person, values).map(({ id }) => id)).toEqual(['swims'])
    expect(answersOf([swims, how], person, values)).toEqual([{ field_id: 'swims', value: false }])
  })
  it('an answer has the format of the API', () => {
    const choices = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ]
    const fields = [
      field({ id: 'many', type: 'multi_choice', choices }),
      field({ id: 'size', type: 'number' }),
      field({ id: 'sign', type: 'signature' }),
      field({ id: 'ok', type: 'consent' }),
    ]
    const values: Values = {
      'new-1.q.many.b': true,
      'new-1.q.size': '4,5',
      'new-1.q.sign': ' Nadia Roy ',
      'new-1.q.ok': true,
    }
    expect(answersOf(fields, person, values)).toEqual([
      { field_id: 'many', value: ['b'] },
      { field_id: 'size', value: 4.5 },
      { field_id: 'sign', value: { name: 'Nadia Roy' } },
      { field_id: 'ok', value: true },
    ])
  })
})
