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

describe('a no-show, by the rule of what was booked', () => {
  it.each([
    { what: 'keeps the fee and its tax, and gives the rest back', ...by('charge_fee'), cost: ['fee', 1_000, 3_955] },
    { what: 'keeps no more than was paid', ...by('charge_fee', 9_900), cost: ['kept', 4_500, 0] },
    { what: 'keeps nothing where there is no fee', ...by('charge_fee', 0), cost: ['returned', 0, 5_085] },
    { what: 'keeps all of it', ...by('keep_credit_used'), cost: ['kept', 0, 0] },
    { what: 'gives all of it back', ...by('return_credit'), cost: ['returned', 0, 5_085] },
    { what: 'gives back what is left', ...by('return_credit'), remaining: 2_000, cost: ['returned', 0, 2_000] },
    { what: 'keeps the visit used', ...by('charge_fee'), isByCredit: true, cost: ['credit_used', 0, 0] },
    { what: 'gives the visit back', ...by('return_credit'), isByCredit: true, cost: ['credit_back', 0, 0] },
  ])('$what', ({ cost: [result, penalty, returned], what: _, ...input }) =>
    expect(noShowOutcome({ ...paid, ...input })).toEqual({ result, penalty, returned }),
  )

  it('costs nothing where nothing was paid, or where what was booked has no such rule', () => {
    expect(noShowOutcome({ ...paid, line: null })).toBeNull()
    expect(noShowOutcome({ ...paid, booking: { ...booking, is_session: false } })).toBeNull()
    expect(noShowOutcome({ ...paid, booking: { ...booking, refund: { ...booking.refund, session: null } } })).toBeNull()
  })
})
