import { expect, it } from 'vitest'
import { phoneNumber } from '../../functions/accounts/phone-number.ts'
import { phoneWords } from './phone-words.ts'

it.each([
  ['+14165550133', '+1 416 555 0133'],
  ['+33142685300', '+33 1 42 68 53 00'],
  ['call the office', 'call the office'],
  ['', ''],
])('shows %s as %s', (stored, words) => expect(phoneWords(stored)).toBe(words))

it('shows what is read back as the same number, wherever the program is', () => {
  for (const stored of ['+14165550133', '+33142685300', '+442079460018'])
    for (const country of ['CA', 'FR', null]) expect(phoneNumber(phoneWords(stored), country)).toBe(stored)
})
