import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { HealthCardNumber } from '../field-rules.ts'

describe('P-02: a health card number', () => {
  it.each([
    ['1234-567-890', '1234567890'],
    [' abcd 1234 5678 ', 'ABCD12345678'],
    ['1234', '1234'],
    ['A'.repeat(20), 'A'.repeat(20)],
    ['1\u00a0234 5', '12345'],
  ])('the health card number %j is stored as %s', (typed, kept) =>
    expect(z.safeParse(HealthCardNumber, typed)).toMatchObject({ success: true, data: kept }),
  )

  it.each([
    '',
    '   ',
    '---',
    '123',
    '1'.repeat(21),
    '1'.repeat(50),
    'АБВГ1234',
    '١٢٣٤٥',
    '１２３４５',
    '1234.567',
    '12345/6',
    '1234\u0000',
    '1234\u200b5',
    "1234'; --",
    '<b>1234</b>',
    'é1234',
    '12345😀',
    12_345,
    null,
    ['1234'],
  ])('the health card number %j is rejected without repeating it', (typed) => {
    const answer = z.safeParse(HealthCardNumber, typed)
    expect(answer.success).toBe(false)
    const messages = answer.error?.issues.map(({ message }) => message).join(' ') ?? ''
    if (typeof typed === 'string' && /\w/.test(typed)) expect(messages).not.toContain(typed)
  })
})
