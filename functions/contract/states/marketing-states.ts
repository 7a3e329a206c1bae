import type { Transitions } from './status-set.ts'

/** How a customer stands to the news of a program. `suppressed`: their address is stopped, whatever they said. */
export const marketingStates = ['never_asked', 'subscribed', 'unsubscribed', 'suppressed'] as const
export type MarketingState = (typeof marketingStates)[number]

/** What a customer may become from one state; a mailbox stops an address in any of them. */
export const transitions = {
  never_asked: ['subscribed', 'unsubscribed', 'suppressed'],
  subscribed: ['unsubscribed', 'suppressed'],
  unsubscribed: ['subscribed', 'suppressed'],
  suppressed: ['never_asked', 'subscribed', 'unsubscribed'],
} as const satisfies Transitions<MarketingState>

type Consent = { is_subscribed: boolean; unsubscribed: number | null; is_suppressed: boolean }

/** How a customer stands to a program's news. What they said before stays under a stopped address, and counts again once it is verified. */
export function marketingState({ is_subscribed, unsubscribed, is_suppressed }: Consent): MarketingState {
  if (is_suppressed) return 'suppressed'
  if (is_subscribed) return 'subscribed'
  return unsubscribed === null ? 'never_asked' : 'unsubscribed'
}
