import { setup as formSetup } from '../../../stores/booking/registration-form-fixture.ts'
import { describe, expect, it } from 'vitest'
import { registration as text } from '../../../locales/en/booking/registration.ts'
import type { Fit } from '#contract/booking/person-fit'
import { checkPeople } from '../../../stores/booking/registration-checks.ts'
import type { Alternative, RegistrationSetup } from '../../../stores/booking/registration-setup.ts'
import type { Person } from '../../../stores/booking/family-people.ts'
import { checkWords } from './check-words.ts'
import { ruleSentences } from './make-setup.ts'
import { agesWords, misfitWords, openThatWeek, optionLine, whyNot } from './option-words.ts'

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
  sum: { first: 34_500, total: 34_500, fee: 0, taxes: [] },
  gender,
  minimum_age,
  maximum_age,
  isOpen: true,
  state: null as string | null,
})
const tooYoung: Fit = { ok: false, why: 'too_young', years: 6 }
const otherGender: Fit = { ok: false, why: 'other_gender' }
const about = { name: 'Théo', event: { name: 'Canoe Week', firstDayWords: 'July 5', hasBegun: false } }

describe('why no option suits a person', () => {
  it('one sentence is enough when every option has the same ages', () =>
    expect(
      misfitWords(
        [
          { option: option('Full day', 8, 12), fit: tooYoung },
          { option: option('Mornings', 8, 12), fit: tooYoung },
        ],
        about,
        text,
      ),
    ).toEqual(['Théo will be 6 on July 5.', 'Canoe Week is for ages 8 to 12.']))
  it('the sentence has the ages of all options when the person is too young for each', () =>
    expect(
      misfitWords(
        [
          { option: option('Juniors', 8, 10), fit: tooYoung },
          { option: option('Seniors', 11, null), fit: tooYoung },
        ],
        about,
        text,
      ),
    ).toEqual(['Théo will be 6 on July 5.', 'Canoe Week is for ages 8 and up.']))
  it('the sentences name the options when the person is too old for one and too young for another', () =>
    expect(
      misfitWords(
        [
          { option: option('Tadpoles', 4, 5), fit: { ok: false, why: 'too_old', years: 6 } },
          { option: option('Seniors', 11, null), fit: tooYoung },
        ],
        about,
        text,
      ),
    ).toEqual(['Théo will be 6 on July 5.', 'Tadpoles is for ages 4 to 5.', 'Seniors is for ages 11 and up.']))
  it("only the gender is named when the person's age is not the reason", () => {
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
    ).toHaveLength(2)
  })
})

describe('an option in the list of options', () => {
  it.each([
    { fit: { ok: true } as Fit, state: null, line: 'Full day · $345.00' },
    { fit: tooYoung, state: null, line: 'Full day · $345.00 · for ages 8 to 12' },
    { fit: { ok: true } as Fit, state: 'Sold out', line: 'Full day · $345.00 · Sold out' },
  ])('an option in the list reads: $line', ({ fit, state, line }) =>
    expect(optionLine({ ...option('Full day', 8, 12), state }, fit, text)).toBe(line),
  )
  it.each([
    [8, 12, 'for ages 8 to 12'],
    [8, null, 'for ages 8 and up'],
    [null, 12, 'for ages up to 12'],
    [9, 9, 'for age 9'],
    [null, null, ''],
  ])('an option for ages from %s to %s is described as "%s"', (minimum_age, maximum_age, words) =>
    expect(agesWords({ minimum_age, maximum_age }, text)).toBe(words),
  )
})

const theo: Person = {
  key: 'theo',
  attendee_id: 'theo',
  profile_id: 'pap_theo',
  first_name: 'Théo',
  last_name: 'Roy',
  date_of_birth: '2021-03-01',
  gender: null,
  knownFields: ['date_of_birth'],
  place: null,
  repeats: [],
}
const other = (name: string, part: Partial<Alternative> = {}): Alternative => ({
  href: `/${name}`,
  name,
  month: 'July',
  days: '5–9',
  under: 'Mon–Fri',
  facts: '9 am – noon',
  price: '$226.43',
  badge: null,
  firstDay: '2027-07-05',
  minimum_age: null,
  maximum_age: null,
  genders: [],
  ...part,
})
const setup = (part: Partial<RegistrationSetup> = {}) => {
  const base = formSetup({ options: [option('Full day', 8, 12)], people: [theo], ...part })
  return { ...base, event: { ...base.event, firstDayWords: 'July 5' } }
}

describe('a person whom no option suits', () => {
  const words = checkWords(text, ruleSentences('en'))

  it('U7: the error summary gives the reason with the day', () =>
    expect(checkPeople(setup(), [theo], { 'theo.comes': true }, words, '2026-11-21')).toEqual([
      {
        name: 'theo.comes',
        label: 'Théo will be 6 on July 5. Canoe Week is for ages 8 to 12.',
        message: 'Théo will be 6 on July 5. Canoe Week is for ages 8 to 12.',
      },
    ]))
  it.each([
    { ages: [8, 12] as const, bornOn: '2021-03-01', word: 'Too young' },
    { ages: [8, 12] as const, bornOn: '2010-03-01', word: 'Too old' },
    { ages: [8, 12] as const, bornOn: '2018-03-01', word: undefined },
  ])('U7: a person born on $bornOn is marked "$word"', ({ ages, bornOn, word }) =>
    expect(
      whyNot(setup({ options: [option('Full day', ...ages)] }), { ...theo, date_of_birth: bornOn }, {}, text)?.word,
    ).toBe(word),
  )
  it('U7: the age is that of today when the event has begun', () =>
    expect(whyNot(setup({ event: { ...setup().event, hasBegun: true } }), theo, {}, text)?.reason).toBe(
      'Théo was 6 on July 5. Canoe Week is for ages 8 to 12.',
    ))
  it('U7: at most three events of the same week are offered', () => {
    const sameWeek = [
      other('Too old for this', { maximum_age: 5 }),
      other('Girls only', { genders: ['female'] }),
      other('Little Paddlers', { minimum_age: 5, maximum_age: 7 }),
      other('Nature Detectives', { minimum_age: 5, maximum_age: 8 }),
      other('Open lanes'),
      other('One more'),
    ]
    expect(openThatWeek(setup({ sameWeek }), theo, {}).map(({ name }) => name)).toEqual([
      'Little Paddlers',
      'Nature Detectives',
      'Open lanes',
    ])
  })
  it('U15: the error for an empty field is at the person, and that of a shared field is at none', () =>
    expect(
      checkPeople(
        setup({ required: ['health_card_number', 'emergency_contact_phone'] }),
        [{ ...theo, date_of_birth: '2018-03-01' }],
        { 'theo.comes': true },
        words,
        '2026-11-21',
      ),
    ).toEqual([
      { name: 'theo.health_card_number', label: 'Théo', message: 'Enter a health card number' },
      {
        name: 'all.emergency_contact_phone',
        label: 'Enter an emergency phone number',
        message: 'Enter an emergency phone number',
      },
    ]))
})
