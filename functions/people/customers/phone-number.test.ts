import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { phoneNumber } from './phone-number.ts'

describe('a phone number', () => {
  it.each([
    { typed: '416-555-0142', country: 'CA', stored: '+14165550142' },
    { typed: '(613) 555 0142', country: 'CA', stored: '+16135550142' },
    { typed: '+33 1 42 68 53 00', country: 'CA', stored: '+33142685300' },
    { typed: '01 42 68 53 00', country: 'FR', stored: '+33142685300' },
    { typed: '+1 416 555 0142', country: null, stored: '+14165550142' },
    { typed: '416 555 0142', country: null, stored: null },
    { typed: '416 555 0142', country: 'XX', stored: null },
    { typed: '123', country: 'CA', stored: null },
    { typed: '+1 111 111 1111', country: 'CA', stored: null },
    { typed: 'call me', country: 'CA', stored: null },
  ])('phone number $typed in $country is stored as $stored', ({ typed, country, stored }) =>
    expect(phoneNumber(typed, country)).toBe(stored),
  )

  it.each([
    ['a non-breaking hyphen', '613\u2011555\u20110142'],
    ['an en dash', '613\u2013555\u20130142'],
    ['a minus sign', '613\u2212555\u22120142'],
    ['direction marks', '\u202A613-555-0142\u202C'],
    ['a zero width space', '613\u200B5550142'],
    ['a word joiner', '613\u20605550142'],
    ['the scheme of a link', 'tel:+16135550142'],
    ['the scheme of a link in capitals', ' TEL:+1-613-555-0142 '],
    ['the international prefix', '0016135550142'],
    ['the international prefix and spaces', '00 1 613 555 0142'],
    ['full width digits', '６１３５５５０１４２'],
    ['Arabic digits', '٦١٣٥٥٥٠١٤٢'],
    ['a no-break space', '613\u00A0555\u202F0142'],
  ])('a phone number pasted with %s is understood', (_, typed) => {
    expect(phoneNumber(typed, 'CA')).toBe('+16135550142')
  })

  it.each(
    readFileSync('functions/test-bench/inputs/phones.txt', 'utf8')
      .split('\n')
      .filter((line) => line.includes('\t'))
      .map((line) => line.split('\t') as [string, string]),
  )('the phone number %s from the field is read or refused for its extension', (what, typed) =>
    expect(phoneNumber(typed, 'CA')).toBe(what.startsWith('extension') ? null : '+16135550142'),
  )

  it('a number with the international prefix needs no country', () =>
    expect(phoneNumber('00 33 1 42 68 53 00', null)).toBe('+33142685300'))

  it.each(['613 555 0142 ext. 12', '613-555-0142 x12', '613 555-0142 poste 12', 'tel:+16135550142;ext=12'])(
    'the phone number %s is refused for its extension',
    (typed) => expect(phoneNumber(typed, 'CA')).toBe(null),
  )
})
