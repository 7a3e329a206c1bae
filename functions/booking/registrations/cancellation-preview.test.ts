import { describe, expect, it } from 'vitest'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import type { CancellationPolicy } from './cancellation-policy.ts'
import { cancellationOutcome } from './cancellation-preview.ts'

const starts_at = Date.parse('2027-07-05T13:00:00Z')
const tiers = [
  { until: 'P14D', percent: 100 },
  { until: 'P3D', percent: 50 },
]
const line = { amount: 10_000, amount_discount: 0, amount_fee: 0, is_fee_included: false, taxes: [] }
const refund = (part: Partial<CancellationPolicy> = {}): CancellationPolicy => ({
  tiers,
  retention: { fixed: 0, percent: 0, keep_fees: true },
  automatic: true,
  request: true,
  session: null,
  ...part,
})
const session = { free_until: 'PT24H', late: 'keep_credit_used' as const, late_fee: 1_500, request: true }
const days = (n: number) => starts_at - n * 86_400_000

describe('the preview of a cancellation', () => {
  it.each([
    {
      what: 'in a tier with an automatic refund',
      now: days(30),
      refund: refund(),
      result: 'automatic',
      sentence: 'automatic',
      amount: 10_000,
      to: 'cancelled',
    },
    {
      what: 'exactly at the end of the first tier',
      now: days(14),
      refund: refund(),
      result: 'automatic',
      sentence: 'automatic',
      amount: 10_000,
      to: 'cancelled',
    },
    {
      what: 'a moment after the end of the first tier',
      now: days(14) + 1,
      refund: refund(),
      result: 'automatic',
      sentence: 'automatic',
      amount: 5_000,
      to: 'cancelled',
    },
    {
      what: 'in a tier with a refund by request',
      now: days(30),
      refund: refund({ automatic: false }),
      result: 'request',
      sentence: 'request',
      amount: 10_000,
      to: 'cancelled',
    },
    {
      what: 'in a tier without an automatic refund or a request',
      now: days(30),
      refund: refund({ automatic: false, request: false }),
      result: 'no_refund',
      sentence: 'no_refund_here',
      amount: 0,
      to: 'cancelled',
    },
    {
      what: 'after all tiers when a request is allowed',
      now: days(1),
      refund: refund(),
      result: 'request',
      sentence: 'request_after_tiers',
      amount: 10_000,
      to: 'cancelled',
    },
    {
      what: 'in a tier that keeps everything but allows a request',
      now: days(30),
      refund: refund({ automatic: false, retention: { fixed: 10_000, percent: 0, keep_fees: true } }),
      result: 'request',
      sentence: 'request_after_tiers',
      amount: 10_000,
      to: 'cancelled',
    },
    {
      what: 'after all tiers without a request',
      now: days(1),
      refund: refund({ request: false }),
      result: 'no_refund',
      sentence: 'no_refund',
      amount: 0,
      to: 'cancelled',
    },
    {
      what: 'at the start of the event',
      now: starts_at,
      refund: refund(),
      result: 'not_possible',
      sentence: 'started',
      amount: 0,
      to: null,
    },
  ])('the preview of a cancellation $what reads $sentence', ({ now, refund, result, sentence, amount, to }) => {
    const booking = { is_session: false, starts_at, timezone: 'America/Toronto', refund }
    expect(cancellationOutcome({ status: 'confirmed', booking, line, remaining: 99_999, now })).toMatchObject({
      result,
      sentence,
      amount,
      to,
    })
  })

  it.each([
    {
      what: 'in time',
      hours: 25,
      rule: session,
      result: 'automatic',
      sentence: 'automatic',
      amount: 10_000,
      to: 'cancelled',
    },
    { what: 'late', hours: 23, rule: session, result: 'no_refund', sentence: 'late', amount: 0, to: 'late_cancelled' },
    {
      what: 'late with a late fee',
      hours: 23,
      rule: { ...session, late: 'charge_fee' as const },
      result: 'automatic',
      sentence: 'late_fee',
      amount: 8_500,
      late_fee: 1_500,
      to: 'late_cancelled',
    },
    {
      what: 'late with a late fee above the price',
      hours: 23,
      rule: { ...session, late: 'charge_fee' as const, late_fee: 20_000 },
      result: 'no_refund',
      sentence: 'late',
      amount: 0,
      late_fee: 10_000,
      to: 'late_cancelled',
    },
    {
      what: 'late with the credit returned',
      hours: 23,
      rule: { ...session, late: 'return_credit' as const },
      result: 'automatic',
      sentence: 'automatic',
      amount: 10_000,
      to: 'late_cancelled',
    },
    {
      what: 'that only the organiser may cancel',
      hours: 25,
      rule: { ...session, request: false },
      result: 'not_possible',
      sentence: 'contact_only',
      amount: 0,
      to: null,
    },
  ])(
    'the preview of a cancelled session $what reads $sentence',
    ({ hours, rule, result, sentence, amount, late_fee = 0, to }) => {
      const booking = { is_session: true, starts_at, timezone: 'America/Toronto', refund: refund({ session: rule }) }
      expect(
        cancellationOutcome({
          status: 'confirmed',
          booking,
          line,
          remaining: 99_999,
          now: starts_at - hours * 3_600_000,
        }),
      ).toMatchObject({
        result,
        sentence,
        amount,
        late_fee,
        to,
      })
    },
  )

  it.each([
    { status: 'pending', result: 'no_refund', to: 'expired' },
    { status: 'waitlisted', result: 'no_refund', to: 'cancelled' },
    { status: 'cancelled', result: 'not_possible', to: null },
    { status: 'attended', result: 'not_possible', to: null },
    { status: 'expired', result: 'not_possible', to: null },
  ] as { status: RegistrationStatus; result: string; to: string | null }[])(
    'a $status place has the result $result',
    ({ status, result, to }) => {
      const booking = { is_session: false, starts_at, timezone: 'America/Toronto', refund: refund() }
      expect(cancellationOutcome({ status, booking, line, remaining: 99_999, now: days(30) })).toMatchObject({
        result,
        to,
        amount: 0,
      })
    },
  )

  it.each([
    { what: 'the whole payment', remaining: 99_999, open: 0, amount: 10_000, kept: 0 },
    { what: 'the amount that was not refunded yet', remaining: 2_500, open: 0, amount: 2_500, kept: 7_500 },
    { what: 'the paid instalments', remaining: 4_000, open: 6_000, amount: 4_000, kept: 0 },
  ])('a customer may request a refund beyond the policy of $what', ({ remaining, open, amount, kept }) => {
    const booking = { is_session: false, starts_at, timezone: 'America/Toronto', refund: refund() }
    const now = days(1)
    expect(cancellationOutcome({ status: 'confirmed', booking, line, remaining, open, now })).toMatchObject({
      result: 'request',
      amount,
      kept,
      is_in_policy: false,
    })
  })

  it('a cancellation without a refund rejects a refund request', () => {
    const booking = { is_session: false, starts_at, timezone: 'America/Toronto', refund: refund() }
    expect(cancellationOutcome({ status: 'confirmed', booking, line, remaining: 0, now: days(1) })).toMatchObject({
      result: 'no_refund',
      sentence: 'no_refund',
      amount: 0,
      is_in_policy: true,
    })
  })

  it('a free place is released without a refund', () => {
    const booking = { is_session: false, starts_at, timezone: 'America/Toronto', refund: refund() }
    expect(
      cancellationOutcome({ status: 'confirmed', booking, line: { ...line, amount: 0 }, remaining: 0, now: days(30) }),
    ).toMatchObject({
      result: 'automatic',
      sentence: 'free',
      amount: 0,
    })
  })
})
