import { describe, expect, it } from 'vitest'
import { noShowOutcome } from './no-show-rule.ts'

const session = { free_until: 'PT24H', late: 'keep_credit_used' as const, late_fee: 1_000, request: true }
const booking = {
  is_session: true,
  starts_at: Date.parse('2027-07-05T13:00:00Z'),
  timezone: 'America/Toronto',
  refund: {
    tiers: [],
    retention: { fixed: 0, percent: 0, keep_fees: true },
    automatic: false,
    request: true,
    session: { ...session, no_show: 'charge_fee' as const },
  },
}
const line = {
  amount: 4_500,
  amount_discount: 0,
  amount_fee: 163,
  is_fee_included: false,
  taxes: [{ is_included: false, amount: 585, fee_amount: 21 }],
}
const paid = { booking, line, remaining: 5_269, isByCredit: false }
const by = (no_show: 'keep_credit_used' | 'return_credit' | 'charge_fee', late_fee = 1_000) => ({
  booking: { ...booking, refund: { ...booking.refund, session: { ...session, no_show, late_fee } } },
})

describe('a no-show under the rules of its booking', () => {
  it.each([
    { what: 'costs the fee and its tax and refunds the remainder', ...by('charge_fee'), cost: ['fee', 1_000, 3_955] },
    { what: 'costs at most what was paid', ...by('charge_fee', 9_900), cost: ['kept', 4_500, 0] },
    { what: 'costs nothing when there is no fee', ...by('charge_fee', 0), cost: ['returned', 0, 5_085] },
    { what: 'is not refunded', ...by('keep_credit_used'), cost: ['kept', 0, 0] },
    { what: 'is refunded completely', ...by('return_credit'), cost: ['returned', 0, 5_085] },
    { what: 'refunds the remainder', ...by('return_credit'), remaining: 2_000, cost: ['returned', 0, 2_000] },
    { what: 'keeps the visit used', ...by('charge_fee'), isByCredit: true, cost: ['credit_used', 0, 0] },
    { what: 'returns the visit', ...by('return_credit'), isByCredit: true, cost: ['credit_back', 0, 0] },
  ])('a no-show $what', ({ cost: [result, penalty, returned], what: _, ...input }) =>
    expect(noShowOutcome({ ...paid, ...input })).toEqual({ result, penalty, returned }),
  )

  it('a no-show at a free booking costs nothing', () => {
    expect(noShowOutcome({ ...paid, line: null })).toBeNull()
    expect(noShowOutcome({ ...paid, booking: { ...booking, is_session: false } })).toBeNull()
    expect(noShowOutcome({ ...paid, booking: { ...booking, refund: { ...booking.refund, session: null } } })).toBeNull()
  })
})
