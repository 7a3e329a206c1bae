import { safeParse } from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { FullName, OptionalFullName, PersonName } from './field-rules.ts'
import { distinctNameList, nameList } from './name-list.ts'

const problemOf = (name: string, rule = PersonName) => {
  const checked = safeParse(rule, name)
  return checked.success ? null : checked.error.issues[0]?.message
}

describe('the name of a person', () => {
  it.each([
    'Maya',
    'Zoé-Maëlle',
    'O’Brien',
    'd’Arc',
    'J. R.',
    'J.R.',
    'J.-P.',
    'St. John',
    'St.John',
    'M.Tremblay',
    'Ph.D',
    'Mary Jr.',
    'N/A',
    '李小龍',
    'محمد',
    'नेहा',
  ])('S13: a name may be %s', (name) => expect(problemOf(name)).toBeNull())

  it.each([
    'Prize: evil-site.com/win',
    'evil.com',
    'Evil.COM',
    'go.evil.io',
    't.co',
    'www.evil',
    'https://evil',
    '//evil',
    'mailto:me',
    'javascript:alert(1)',
    'me@evil.example',
    'evil。com',
    'evil．com',
    '10.0.0.8/win',
    'Maya\u202eayaM',
    '\u2066Maya',
    'Maya\u200f',
    'Maya\u061c',
  ])('S13: a name is rejected: %j', (name) =>
    expect([problemOf(name), problemOf(name, FullName), problemOf(name, OptionalFullName)]).toEqual([
      'invalid_characters',
      'invalid_characters',
      'invalid_characters',
    ]),
  )
})

describe('a list of names', () => {
  it.each([
    { names: [], en: '', fr: '' },
    { names: ['Maya'], en: 'Maya', fr: 'Maya' },
    { names: ['Maya', 'Tom'], en: 'Maya and Tom', fr: 'Maya et Tom' },
    { names: ['Maya', 'Tom', 'Eve'], en: 'Maya, Tom and Eve', fr: 'Maya, Tom et Eve' },
  ])('names are listed as "$en" and "$fr"', ({ names, en, fr }) =>
    expect([nameList(names, 'en'), nameList(names, 'fr')]).toEqual([en, fr]),
  )

  it('a repeated name is listed once', () =>
    expect([distinctNameList(['Maya', null, 'Tom', 'Maya'], 'en'), distinctNameList([null], 'en')]).toEqual([
      'Maya and Tom',
      null,
    ]))
})
