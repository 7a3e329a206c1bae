import type { MarketingState } from '../../contract/contact/marketing.ts'

/** What moves a customer from one state to the next; a mailbox stops an address in any of them. */
export const marketingMoves = {
  never_asked: ['subscribed', 'unsubscribed', 'suppressed'],
  subscribed: ['unsubscribed', 'suppressed'],
  unsubscribed: ['subscribed', 'suppressed'],
  suppressed: ['never_asked', 'subscribed', 'unsubscribed'],
} as const satisfies Record<MarketingState, readonly MarketingState[]>

type Consent = { is_subscribed: boolean; unsubscribed: number | null; is_suppressed: boolean }

/** How a customer stands to a program's news. What they said before stays under a stopped address, and counts again once it is verified. */
export function marketingState({ is_subscribed, unsubscribed, is_suppressed }: Consent): MarketingState {
  if (is_suppressed) return 'suppressed'
  if (is_subscribed) return 'subscribed'
  return unsubscribed === null ? 'never_asked' : 'unsubscribed'
}
