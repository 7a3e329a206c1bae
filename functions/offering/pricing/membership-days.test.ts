import { describe, expect, it } from 'vitest'
import { isOpenOn, type MembershipDays } from '../../contract/booking/entitlement.ts'
import { openDays } from './membership-days.ts'

const membership = (more: Partial<MembershipDays> = {}): MembershipDays => ({
  status: 'active',
  is_usable: true,
  terms: { billing_period: 'month', expiry_amount: null, expiry_period: null, anchor_day: null, num_periods: null },
  start_on: '2027-01-13',
  trial_end_on: null,
  anchor_on: '2027-01-13',
  anchor_day: 13,
  period_index: 0,
  period_end_on: '2027-02-13',
  num_paid: 1,
  cancel_at_period_end: false,
  pause_on: null,
  resume_on: null,
  due_on: null,
  has_card: true,
  ...more,
})
const terms = (more: Partial<MembershipDays['terms']>) => ({ terms: { ...membership().terms, ...more } })
const trial = { status: 'trialing', trial_end_on: '2027-01-27', period_end_on: '2027-01-27', num_paid: 0 } as const
const untilOf = (more: Partial<MembershipDays>) => {
  const days = openDays(membership(more))
  return days?.until
}

describe('the days on which a membership opens something', () => {
  it.each([
    ['a membership that renews has no end', {}, null],
    ['a cancelled membership ends with its paid period', { cancel_at_period_end: true }, '2027-02-13'],
    ['a trial with a card has no end', trial, null],
    ['a cancelled trial ends with the trial', { ...trial, cancel_at_period_end: true }, '2027-01-27'],
    ['a trial without a card ends with the trial', { ...trial, has_card: false }, '2027-01-27'],
    [
      'a membership ordered ahead without a card ends with its trial',
      { ...trial, status: 'scheduled', has_card: false },
      '2027-01-27',
    ],
    ['a membership of three months ends after the third', terms({ num_periods: 3 }), '2027-04-13'],
    ['a trial of three months ends three months after it', { ...trial, ...terms({ num_periods: 3 }) }, '2027-04-27'],
    [
      'a membership paid once ends after the time of its package',
      { ...terms({ billing_period: 'once', expiry_amount: 6, expiry_period: 'month' }), period_end_on: '2027-07-13' },
      '2027-07-13',
    ],
    ['a membership for life has no end', { ...terms({ billing_period: 'once' }), period_end_on: null }, null],
    [
      'an unpaid membership stays open until the day after its last retry',
      { status: 'past_due', due_on: '2027-02-13' },
      '2027-02-21',
    ],
  ] satisfies [string, Partial<MembershipDays>, string | null][])('the days of a membership: %s', (_, more, until) => {
    expect(openDays(membership(more))).not.toBeNull()
    expect(untilOf(more)).toBe(until)
  })

  it.each([
    ['that waits for its first payment', { status: 'incomplete' }],
    ['whose retries are over', { status: 'unpaid', is_usable: false }],
    ['whose first charge was declined', { status: 'past_due', is_usable: false }],
    ['that is paused without an end', { status: 'paused', pause_on: '2027-01-20' }],
    ['that has ended', { status: 'cancelled' }],
  ] satisfies [string, Partial<MembershipDays>][])('a membership %s gives no access', (_, more) => {
    expect(openDays(membership(more))).toBeNull()
  })

  it('a membership opens its first day, not the day it ends, and no day of a pause', () => {
    const days = openDays(membership({ cancel_at_period_end: true, pause_on: '2027-01-20', resume_on: '2027-01-25' }))
    const open = [
      '2027-01-12',
      '2027-01-13',
      '2027-01-19',
      '2027-01-20',
      '2027-01-24',
      '2027-01-25',
      '2027-02-12',
      '2027-02-13',
    ]
    expect(open.filter((day) => days && isOpenOn(days, day))).toEqual([
      '2027-01-13',
      '2027-01-19',
      '2027-01-25',
      '2027-02-12',
    ])
  })
})
