import { describe, expect, it } from 'vitest'
import { groupCardNumber, groupExpiry, isExpiryGood, isSecurityCodeGood } from './card-input.ts'

describe('a card number', () => {
  it.each([
    ['5555555555554444', '5555 5555 5555 4444'],
    ['5555 5555-55', '5555 5555 55'],
    ['42424', '4242 4'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
    ['', ''],
    ['abc', ''],
  ])('the card number %j is shown as %j', (written, shown) => expect(groupCardNumber(written)).toBe(shown))
})

describe('an expiry', () => {
  it.each([
    ['0', '0'],
    ['09', '09 / '],
    ['0929', '09 / 29'],
    ['9/29', '09 / 29'],
    ['9 / 2029', '09 / 2029'],
    ['09 / 29', '09 / 29'],
  ])('the expiry %j is shown as %j', (written, shown) => expect(groupExpiry(written)).toBe(shown))
  it.each([
    ['11 / 26', true],
    ['10 / 26', false],
    ['01/2027', true],
    ['1/27', true],
    ['13 / 30', false],
    ['00 / 30', false],
    ['12', false],
    ['', false],
  ])('the card expiry %j is valid in November 2026: %j', (written, isGood) =>
    expect(isExpiryGood(written, '2026-11-21')).toBe(isGood),
  )
})

it.each([
  ['123', true],
  [' 1234 ', true],
  ['12', false],
  ['12a', false],
])('the security code %j is valid: %j', (written, isGood) => expect(isSecurityCodeGood(written)).toBe(isGood))
