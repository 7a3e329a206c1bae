import { describe, expect, it } from 'vitest'
import type { Membership } from '#contract/booking/membership'
import { membershipStatuses } from '#contract/states/membership-states'
import { membershipPlan } from '#pricing/membership-plan'
import { exampleProgram, exampleProgramContext } from '../../example-program.ts'
import { cancelling, membershipBadge, membershipRow, membershipSentences, waitingFor } from './membership-view.ts'
import { type Plan, planLines, planSentence } from './plan-words.ts'

const cad = (value: number, display = '$0.00') =>
  ({ value, currency_code: 'CAD', display, language: 'en' }) as unknown as Membership['price']
const en = exampleProgramContext('en')
const fr = exampleProgramContext('fr')
const member = (part: Partial<Membership> = {}): Membership => ({
  id: 'mem_1',
  object: 'membership',
  program_id: 'lakeside',
  status: 'active',
  is_usable: true,
  package: {
    id: 'mpk_1',
    object: 'membership_package',
    name: 'Swim Club',
    is_discontinued: false,
    billing_period: 'month',
    text_languages: {},
  },
  price: cad(3000),
  is_fee_included: false,
  next_price: null,
  next_price_from: null,
  customer_profile: {} as Membership['customer_profile'],
  attendee_profile: null,
  start_date: '2027-07-01',
  trial_start: null,
  trial_end: '2027-07-15T04:00:00.000Z',
  billing_cycle_anchor: '2027-07-01T04:00:00.000Z',
  current_period_start: '2027-07-01T04:00:00.000Z',
  current_period_end: '2027-08-01T04:00:00.000Z',
  next_payment_at: '2027-08-01T13:00:00.000Z',
  next_payment_cost: cad(3000),
  ends_at: null,
  cancel_at: null,
  cancel_at_period_end: false,
  cancelled_at: null,
  pause_starts_at: null,
  pause_ends_at: null,
  may_pause: false,
  may_resume: false,
  default_payment_method: null,
  order_id: null,
  order_item_id: null,
  open_order_id: null,
  amount_due: cad(0),
  timezone: 'America/Toronto',
  created: '2027-07-01T12:00:00.000Z',
  updated: '2027-07-01T12:00:00.000Z',
  ...part,
})

describe('the status of a membership', () => {
  it.each(membershipStatuses)('the membership status %s has a word and a sentence in both languages', (status) => {
    const row = member({ status, cancelled_at: status === 'cancelled' ? '2027-07-20T12:00:00.000Z' : null })
    const [english, french] = [en, fr].map((context) => ({
      badge: membershipBadge(row, context).words,
      text: membershipSentences(row, '$33.90', context).join(' '),
    }))
    expect(english?.badge).not.toBe(en.text.order.unknownStatus)
    expect(english?.text).not.toBe('')
    expect(french?.badge).not.toBe(english?.badge)
    expect(french?.text).not.toBe(english?.text)
    expect(`${english?.text}${french?.text}`).not.toMatch(/undefined|null|NaN/)
  })

  it('a membership shows its open task', () => {
    const of = (part: Partial<Membership>) => waitingFor(member(part))
    expect([of({ status: 'incomplete' }), of({ status: 'past_due' }), of({ status: 'unpaid' })]).toEqual([
      'first',
      'pay',
      'pay',
    ])
    expect(of({ status: 'paused' })).toBe('card')
    expect(of({ status: 'paused', pause_starts_at: '2027-07-10T04:00:00.000Z' })).toBeNull()
    expect(of({})).toBeNull()
  })

  it('a cancelled membership shows until when it is usable', () => {
    const row = member({ cancel_at: '2027-08-01T04:00:00.000Z', cancel_at_period_end: true })
    expect(membershipBadge(row, en).words).toBe('Ends Sun, August\u00a01, 2027')
    expect(membershipSentences(row, '', en)).toEqual([
      'You cancelled it. You can use it until Sun, August\u00a01, 2027, and you won’t be charged again.',
    ])
    expect(cancelling(row)).toBeNull()
  })

  it('a membership that has ended or has no end cannot be cancelled', () => {
    expect(cancelling(member())).toEqual({ endsAt: '2027-08-01T04:00:00.000Z' })
    expect(cancelling(member({ status: 'past_due' }))).toEqual({ endsAt: null })
    expect(cancelling(member({ current_period_end: null }))).toBeNull()
    expect(cancelling(member({ status: 'expired' }))).toBeNull()
  })

  it('a membership without an open task shows its next payment', () => {
    expect(membershipRow(member(), en).next?.label).toBe('Next payment, Sun, August\u00a01, 2027')
    expect(membershipRow(member({ status: 'past_due' }), en).next).toBeNull()
  })
})

const taxed = exampleProgramContext('en', {
  ...exampleProgram,
  selling: { ...exampleProgram.selling, fee: { percent: 0, fixed: 0, included: false }, taxes: [] },
})
const plan = (part: Partial<Parameters<typeof membershipPlan>[0]> = {}): Plan => {
  const terms = {
    billing_period: 'month' as const,
    expiry_amount: null,
    expiry_period: null,
    anchor_day: null,
    trial_days: null,
    num_periods: null,
    start_on: '2027-11-25',
    cost: 3000,
    ...part,
  }
  return { ...membershipPlan(terms), ...terms, include_fee: false, currency: 'CAD', paid_now: null }
}
const said = (part: Parameters<typeof plan>[0], today = '2027-11-25') => planSentence(plan(part), today, taxed)

describe('the payment plan of a membership in one line', () => {
  it.each([
    ['today and every month', {}, '$30.00 today, then $30.00 every month from December\u00a025, 2027'],
    ['after free days', { trial_days: 14 }, 'Free until December\u00a09, 2027, then $30.00 every month'],
    ['from a later day', { start_on: '2027-12-01' }, 'Starts December\u00a01, 2027, then $30.00 every month'],
    [
      'from a later day, with free days',
      { start_on: '2027-12-01', trial_days: 7 },
      'Starts December\u00a01, 2027, free until December\u00a08, 2027, then $30.00 every month',
    ],
    ['a partial first period', { anchor_day: 1 }, '$6.00 today, then $30.00 every month from December\u00a01, 2027'],
    [
      'once after free days',
      { num_periods: 1, trial_days: 14 },
      'Free until December\u00a09, 2027, then $30.00, paid once',
    ],
    ['once', { billing_period: 'once' as const }, '$30.00, paid once'],
    [
      'for a limited time',
      { num_periods: 3 },
      '$30.00 today, then $30.00 every month from December\u00a025, 2027, 3 payments in all, then it ends',
    ],
  ])('the payment plan of a membership reads: %s', (_, part, sentence) => expect(said(part)).toBe(sentence))

  it('the payment plan shows the discounted price before the regular one', () => {
    const ordered = planSentence({ ...plan(), paid_now: '$15.00' }, '2027-11-25', taxed)
    expect(ordered).toBe('$15.00 today, then $30.00 every month from December\u00a025, 2027')
  })

  it('the payment plan shows the charged amounts, even where prices are shown before tax', () => {
    const { selling } = taxed.program
    const taxes = [{ name: 'HST', percent: 1300, included: false }]
    const program = { ...taxed.program, selling: { ...selling, show_prices: 'before_tax' as const, taxes } }
    const context = exampleProgramContext('en', program)
    expect(planSentence(plan({ trial_days: 14 }), '2027-11-25', context)).toContain('then $33.90 every month')
    expect(membershipRow(member(), context).next?.amount).toBe('$33.90')
  })

  it('the payment plan has the same content as a list', () => {
    expect(planLines(plan({ trial_days: 14 }), '2027-11-25', taxed)).toEqual([
      { label: 'Today, 14 days free', amount: '$0.00' },
      { label: 'First payment, December\u00a09, 2027', amount: '$30.00' },
      { label: 'Then every month from January\u00a09, 2028', amount: '$30.00' },
    ])
  })
})
