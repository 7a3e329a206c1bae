import { expect, it } from 'vitest'
import type { RosterEntry } from '#contract/organisation/roster'
import { textIn } from '../../../locales/choose-language.ts'
import { namesToldApart, optionAndFields } from './roster-words.ts'

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
