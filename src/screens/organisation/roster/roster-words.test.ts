import { describe, expect, it } from 'vitest'
import type { RosterEntry, RosterEvent } from '#contract/organisation/roster'
import { textIn } from '../../../locales/choose-language.ts'
import { countsOf, namesToldApart, optionAndFields, sectionsNamed, sectionsOf } from './roster-words.ts'

const entry = (first_name: string, age: number | null, adults: (string | null)[]) =>
  ({
    attendee_profile: { first_name, last_name: 'Roy', age },
    contacts: adults.map((name) => ({ name })),
  }) as unknown as RosterEntry

it('children of one name and age are told apart by an adult of theirs', () =>
  expect(
    namesToldApart(
      [
        entry('Maya', 9, [null, 'Nadia Roy']),
        entry('Mayá', 9, ['Louise Roy']),
        entry('Maya', 8, ['Paul Roy']),
        entry('Leo', null, ['Paul Roy']),
        entry('Leo', null, []),
      ],
      textIn('en').roster,
    ),
  ).toEqual([
    'Maya Roy, 9 (with Nadia Roy)',
    'Mayá Roy, 9 (with Louise Roy)',
    'Maya Roy, 8',
    'Leo Roy (with Paul Roy)',
    'Leo Roy',
  ]))

it('the roster shows the pronouns of a person next to the option', () => {
  const person = { id: 'pap_1', first_name: 'Maya', last_name: 'Roy', age: 9 }
  const lineOf = (pronouns: string | null) =>
    optionAndFields({ option: 'Herons', attendee_profile: { ...person, pronouns } })
  expect([lineOf('she/her'), lineOf(null)]).toEqual(['Herons\u00a0· she/her', 'Herons'])
})

describe('the parts of the list', () => {
  const inGroup = (first_name: string, group: string | null) =>
    ({ ...entry(first_name, 9, []), group, check_in: { status: 'here' } }) as RosterEntry
  const event = (own: string | null, called_off: string | null = null) =>
    ({
      ...{ name: 'Canoe Week', called_off },
      groups: ['otters', 'herons', 'loons'].map((key) => ({ key, name: key, is_own: key === own })),
      entries: [inGroup('Maya', 'otters'), inGroup('Leo', null), inGroup('Ana', 'herons')],
    }) as unknown as RosterEvent
  const namesOf = (sections: ReturnType<typeof sectionsOf>['own']) =>
    sections.map(({ name, entries }) => [name, entries.map(({ attendee_profile }) => attendee_profile.first_name)])

  it('groups with people come before the people without a group', () => {
    const { own, others } = sectionsOf([event(null)])
    expect([namesOf(own), others]).toEqual([
      [
        ['otters', ['Maya']],
        ['herons', ['Ana']],
        ['Canoe Week', ['Leo']],
      ],
      [],
    ])
  })

  it('a member who looks after a group has it first, and only its people are counted', () => {
    const { own, others } = sectionsOf([event('otters')])
    expect([namesOf(own), others.map(({ name }) => name)]).toEqual([[['otters', ['Maya']]], ['herons', 'Canoe Week']])
    expect(countsOf(own)).toEqual({ expected: 0, here: 1, picked_up: 0, absent: 0 })
  })

  it('a day that is called off has no people, and every member hears of it', () => {
    const { own, others } = sectionsOf([event('otters'), event(null, 'A storm is coming.')])
    expect(namesOf(own)).toEqual([
      ['otters', ['Maya']],
      ['Canoe Week', []],
    ])
    expect(others).toHaveLength(2)
    expect(namesOf(sectionsNamed(own, 'maya'))).toEqual([['otters', ['Maya']]])
  })
})
