import { expect, it } from 'vitest'
import { reasonOf } from '../../platform/log-line.ts'
import { cloudflareFailure, smtpFailure } from './delivery-failure.ts'

it.each([
  ['RCPT TO', 550, '550 5.1.1 <x@example.com>: no such user', 'undeliverable', 'smtp_550_5_1_1'],
  ['RCPT TO', 550, '550-5.1.1 The account does not exist', 'undeliverable', 'smtp_550_5_1_1'],
  ['RCPT TO', 556, '556 5.1.10 null MX', 'undeliverable', 'smtp_556_5_1_10'],
  ['DATA', 550, '550 5.2.1 mailbox disabled', 'undeliverable', 'smtp_550_5_2_1'],
  ['RCPT TO', 550, '550 relay not permitted', 'refused', 'smtp_550'],
  ['RCPT TO', 554, '554 5.7.1 blocked by policy', 'refused', 'smtp_554_5_7_1'],
  ['DATA', 552, '552 5.3.4 message too big', 'refused', 'smtp_552_5_3_4'],
  ['RCPT TO', 452, '452 4.2.2 mailbox full', 'later', 'smtp_452_4_2_2'],
  ['RCPT TO', 451, '451 4.7.1 greylisted', 'later', 'smtp_451_4_7_1'],
  ['AUTH PLAIN', 535, '535 5.7.8 wrong password', 'later', 'smtp_535_5_7_8'],
  ['MAIL FROM', 553, '553 5.7.1 sender not verified', 'later', 'smtp_553_5_7_1'],
  ['DATA', 503, '503 5.5.1 bad sequence', 'later', 'smtp_503_5_5_1'],
  ['CONN', undefined, undefined, 'later', 'smtp_unreachable'],
])(
  'B-01: the server\'s reply to %s with code %s "%s" makes the mail %s (%s)',
  (command, responseCode, response, kind, code) => {
    const failure = smtpFailure({ command, responseCode, response })
    expect(failure).toMatchObject({ kind, message: code })
    expect(reasonOf(failure)).toBe(code)
  },
)

it.each([
  ['E_RECIPIENT_SUPPRESSED', 'undeliverable'],
  ['E_CONTENT_TOO_LARGE', 'refused'],
  ['E_HEADER_NOT_ALLOWED', 'refused'],
  ['E_VALIDATION_ERROR', 'refused'],
  ['E_SENDER_NOT_VERIFIED', 'later'],
  ['E_RATE_LIMIT_EXCEEDED', 'later'],
  ['E_DAILY_LIMIT_EXCEEDED', 'later'],
  ['E_INTERNAL_SERVER_ERROR', 'later'],
  ['x@example.com could not', 'later'],
  [undefined, 'later'],
])('B-01: the Cloudflare error code %s means %s', (code, kind) => {
  const failure = cloudflareFailure(code)
  expect(failure.kind).toBe(kind)
  expect(reasonOf(failure)).toBe(failure.message)
})
