import { describe, expect, it } from 'vitest'
import { marketingStates } from '../../contract/contact/marketing.ts'
import { marketingMoves, marketingState } from './marketing-states.ts'

describe('how a customer stands to a program’s news', () => {
  it('every state is reached from another one, and none is the end', () => {
    const reached = new Set(Object.values(marketingMoves).flat())
    expect([...reached].sort()).toEqual([...marketingStates].sort())
    for (const moves of Object.values(marketingMoves)) expect(moves).not.toHaveLength(0)
  })

  it.each([
    [{ is_subscribed: false, unsubscribed: null, is_suppressed: false }, 'never_asked'],
    [{ is_subscribed: true, unsubscribed: null, is_suppressed: false }, 'subscribed'],
    [{ is_subscribed: false, unsubscribed: 1, is_suppressed: false }, 'unsubscribed'],
    [{ is_subscribed: true, unsubscribed: null, is_suppressed: true }, 'suppressed'],
    [{ is_subscribed: false, unsubscribed: 1, is_suppressed: true }, 'suppressed'],
    [{ is_subscribed: false, unsubscribed: null, is_suppressed: true }, 'suppressed'],
  ] as const)('%j is %s', (consent, state) => expect(marketingState(consent)).toBe(state))
})
