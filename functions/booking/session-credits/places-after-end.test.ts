import { describe, expect, it } from 'vitest'
import type { HeldMembership } from '../../contract/booking/entitlement.ts'
import { dayMs } from '../../contract/limits.ts'
import { ifCancelled, isAfterEnd, type OpenedPlace, priceDueAt, priceToKeep } from './places-after-end.ts'

const membership = (more: Partial<HeldMembership> = {}): HeldMembership => ({
  ...{ id: 'mem_1', package_id: 'mpk_swim', attendee_profile_id: 'pap_1', timezone: 'America/Toronto' },
  ...{ status: 'active', is_usable: true, start_on: '2027-01-01', trial_end_on: null, due_on: null, has_card: true },
  ...{ anchor_on: '2027-01-01', anchor_day: 1, period_index: 0, period_end_on: '2027-02-01', num_paid: 1 },
  ...{ cancel_at_period_end: false, pause_on: null, resume_on: null },
  terms: {
    ...{ billing_period: 'month', num_periods: null, anchor_day: null, expiry_amount: null, expiry_period: null },
    ...{ allocated_amount: null, is_unlimited: true },
  },
  ...more,
})
const place = (memberships: HeldMembership[], more: Partial<OpenedPlace> = {}): OpenedPlace => ({
  starts_at: Date.parse('2027-03-01T15:00:00Z'),
  ...{ package_ids: ['mpk_swim'], is_by_credit: true, credit_membership_id: 'mem_1', sold_cost: 2000 },
  memberships,
  ...more,
})
const cancelled = membership({ cancel_at_period_end: true })

describe('a booked place after the end of its membership', () => {
  it.each([
    ['a membership that renews', false, [membership()]],
    ['a membership that was cancelled', true, [cancelled]],
    ['a membership that has ended', true, []],
    ['a membership whose renewal failed for good', true, [membership({ status: 'unpaid' })]],
    ['a membership whose payment is being retried', false, [membership({ status: 'past_due' })]],
    ['a membership on hold', false, [membership({ status: 'paused', pause_on: '2027-01-10' })]],
    ['a trial that ended without a card', true, [membership({ status: 'paused', trial_end_on: '2027-01-15' })]],
    ['a cancelled membership and another one', false, [cancelled, membership({ id: 'mem_2' })]],
    ['a membership of another package', true, [membership({ package_id: 'mpk_yoga' })]],
    ['a membership that begins later', true, [membership({ start_on: '2027-03-02', status: 'scheduled' })]],
  ] satisfies [string, boolean, HeldMembership[]][])('%s: lost is %s', (_, isLost, memberships) => {
    expect(isAfterEnd(place(memberships))).toBe(isLost)
  })

  it.each([
    ['paid with a visit of a membership', true, {}],
    ['without a price', true, { is_by_credit: false, credit_membership_id: null, sold_cost: 0 }],
    ['whose price was paid', false, { is_by_credit: false, credit_membership_id: null }],
    ['paid with a visit of a pass', false, { credit_membership_id: null }],
    ['open to all', false, { is_by_credit: false, credit_membership_id: null, sold_cost: 0, package_ids: [] }],
    ['on the last day', false, { starts_at: Date.parse('2027-02-01T04:59:00Z') }],
    ['on the day after', true, { starts_at: Date.parse('2027-02-01T05:00:00Z') }],
  ] satisfies [string, boolean, Partial<OpenedPlace>][])('a place %s: lost is %s', (_, isLost, more) => {
    expect(isAfterEnd(place([cancelled], more))).toBe(isLost)
  })

  it('a cancellation ends a running membership with its period, and any other at once', () => {
    expect(ifCancelled([membership()], 'mem_1')).toEqual([cancelled])
    expect(ifCancelled([membership({ status: 'scheduled' })], 'mem_1')).toEqual([])
    expect(ifCancelled([membership()], 'mem_2')).toEqual([membership()])
  })

  it('the price is due in seven days, and before the place begins', () => {
    expect(priceDueAt(0, 30 * dayMs)).toBe(7 * dayMs)
    expect(priceDueAt(0, 2 * dayMs)).toBe(2 * dayMs)
  })

  it.each([
    ['with fee and tax', 2000, { online_payments: true }, 2271],
    ['of a place without a price', 0, { online_payments: true }, null],
    ['below the smallest charge', 30, { online_payments: true }, null],
    ['below the smallest charge, from the balance', 30, { account_balance: true }, 45],
    ['without a way to pay it', 2000, {}, null],
  ] as const)('the price to keep a place, %s', (_, cost, features, price) => {
    const selling = {
      fee: { percent: 0, fixed: 10, included: false },
      taxes: [{ name: 'HST', percent: 1300, included: false }],
    } as unknown as Parameters<typeof priceToKeep>[0]['selling']
    expect(priceToKeep({ cost, currency: 'CAD', selling, features })).toBe(price)
  })
})
