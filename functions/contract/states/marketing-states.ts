import type { Transitions } from './status-set.ts'

/**
 * A customer's marketing consent for a program. `suppressed`: mail to their address is blocked, regardless of consent.
 */
export const marketingStates = ['never_asked', 'subscribed', 'unsubscribed', 'suppressed'] as const
export type MarketingState = (typeof marketingStates)[number]

/** Transitions from each state; a bounce can suppress an address in any of them. */
export const transitions = {
  never_asked: ['subscribed', 'unsubscribed', 'suppressed'],
  subscribed: ['unsubscribed', 'suppressed'],
  unsubscribed: ['subscribed', 'suppressed'],
  suppressed: ['never_asked', 'subscribed', 'unsubscribed'],
} as const satisfies Transitions<MarketingState>

type Consent = { is_subscribed: boolean; unsubscribed: number | null; is_suppressed: boolean }

/**
 * A customer's marketing state. Earlier consent is kept while an address is suppressed, and counts again once the
 * address is verified.
 */
export function marketingState({ is_subscribed, unsubscribed, is_suppressed }: Consent): MarketingState {
  if (is_suppressed) return 'suppressed'
  if (is_subscribed) return 'subscribed'
  return unsubscribed === null ? 'never_asked' : 'unsubscribed'
}
