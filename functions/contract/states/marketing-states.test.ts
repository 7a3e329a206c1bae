import { describe, expect, it } from 'vitest'
import { marketingState, transitions } from './marketing-states.ts'

describe('the marketing states of a customer', () => {
  it('no marketing state is final', () => {
    for (const moves of Object.values(transitions)) expect(moves).not.toHaveLength(0)
  })

  it.each([
    [{ is_subscribed: false, unsubscribed: null, is_suppressed: false }, 'never_asked'],
    [{ is_subscribed: true, unsubscribed: null, is_suppressed: false }, 'subscribed'],
    [{ is_subscribed: false, unsubscribed: 1, is_suppressed: false }, 'unsubscribed'],
    [{ is_subscribed: true, unsubscribed: null, is_suppressed: true }, 'suppressed'],
    [{ is_subscribed: false, unsubscribed: 1, is_suppressed: true }, 'suppressed'],
    [{ is_subscribed: false, unsubscribed: null, is_suppressed: true }, 'suppressed'],
  ] as const)('the marketing state of a customer with %j is %s', (consent, state) =>
    expect(marketingState(consent)).toBe(state),
  )
})
