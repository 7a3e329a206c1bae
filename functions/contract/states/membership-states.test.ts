import { describe, expect, it } from 'vitest'
import { ended, mayTransition, type MembershipStatus, membershipStatuses, transitions } from './membership-states.ts'

describe('the states of a membership', () => {
  it('every state is reachable from the purchase', () => {
    const reached = new Set<MembershipStatus>(['scheduled', 'incomplete', 'trialing', 'active'])
    for (const from of reached) for (const to of Object.keys(transitions[from])) reached.add(to as MembershipStatus)
    expect([...reached].sort()).toEqual([...membershipStatuses].sort())
    expect(membershipStatuses.filter(ended.has)).toEqual(['incomplete_expired', 'cancelled', 'expired'])
  })

  it.each([
    ['scheduled', 'active', 'provider'],
    ['scheduled', 'past_due', 'provider'],
    ['scheduled', 'cancelled', 'customer'],
    ['incomplete', 'active', 'provider'],
    ['incomplete', 'incomplete_expired', 'system'],
    ['trialing', 'active', 'provider'],
    ['trialing', 'paused', 'system'],
    ['active', 'past_due', 'system'],
    ['past_due', 'active', 'provider'],
    ['past_due', 'unpaid', 'system'],
    ['past_due', 'cancelled', 'system'],
    ['unpaid', 'active', 'customer'],
    ['active', 'active', 'customer'],
    ['trialing', 'trialing', 'customer'],
    ['active', 'cancelled', 'system'],
    ['active', 'cancelled', 'organiser_client'],
    ['active', 'paused', 'organiser_client'],
    ['paused', 'active', 'system'],
    ['active', 'expired', 'system'],
  ] as const)('a membership may go from %s to %s by the %s', (from, to, actor) => {
    expect(mayTransition(from, to, actor)).toBe(true)
  })

  it.each([
    ['active', 'cancelled', 'customer'],
    ['active', 'expired', 'customer'],
    ['unpaid', 'active', 'system'],
    ['incomplete', 'active', 'system'],
    ['cancelled', 'active', 'organiser_client'],
  ] as const)('a membership may not go from %s to %s by the %s', (from, to, actor) => {
    expect(mayTransition(from, to, actor)).toBe(false)
  })
})
