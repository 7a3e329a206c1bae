import { safeParse } from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { Email, FullName, OptionalFullName, PersonName, plainCode } from './field-rules.ts'
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
    'J.R.R. Tolkien',
    'J.R.R.Tolkien',
    'Mohd.Ali',
    'Mohd.Comeau',
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
  ])('S13: the name %s is accepted', (name) => expect(problemOf(name)).toBeNull())

  it.each([
    'Prize: evil-site.com/win',
    'evil.com',
    'Evil.com',
    'Evil.Com',
    'Evil.Win',
    'Evil.Info now',
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
    'Maya\u202dayaM',
  ])('S13: the name %j is rejected', (name) =>
    expect([problemOf(name), problemOf(name, FullName), problemOf(name, OptionalFullName)]).toEqual([
      'invalid_characters',
      'invalid_characters',
      'invalid_characters',
    ]),
  )
})

describe('a name copied from a phone', () => {
  it.each([
    ['a right-to-left mark', 'محمد\u200f', 'محمد'],
    ['an Arabic letter mark', '\u061cמאיה', 'מאיה'],
    ['isolates', '\u2068Maya\u2069', 'Maya'],
    ['embeddings', '\u202aMaya\u202c', 'Maya'],
  ])('a pasted name is stored without %s', (_, typed, name) => {
    expect(safeParse(PersonName, typed).data).toBe(name)
    expect(safeParse(FullName, typed).data).toBe(name)
  })
})

describe('an email and a code as they are pasted', () => {
  it.each([
    ['nadia@example.com.', 'nadia@example.com'],
    ['\u202anadia@example.com\u202c', 'nadia@example.com'],
    ['nadia@exam\u00adple.com', 'nadia@example.com'],
    ['nadia@example.com\u200b', 'nadia@example.com'],
    ['mailto:nadia@example.com', 'nadia@example.com'],
  ])('the email %j is read as %s', (typed, email) => expect(safeParse(Email, typed).data).toBe(email))

  it.each([
    ['SUMMER\u200b', 'SUMMER'],
    ['\ufeff123456.', '123456'],
    ['１２３４５６', '123456'],
  ])('the code %j is read as %s', (typed, code) => expect(plainCode(typed)).toBe(code))
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
