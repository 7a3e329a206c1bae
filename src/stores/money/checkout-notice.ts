import type { Failure } from '../../api/api-failure.ts'
import type { CheckoutSetup, Decline } from './checkout-setup.ts'

/** What checkout has to say before anything else. */
export type CheckoutNotice =
  | { kind: 'declined'; decline: Decline }
  | { kind: 'changed'; before: string; now: string }
  | { kind: 'lapsed'; soldOut: string | null }
  | { kind: 'bank'; address: string }
  | { kind: 'checking' }
  | { kind: 'failed'; failure: Failure }

/** What was so before the page came: it stands in its HTML, and nothing moves when the script takes over. */
export function initialNotice({ bankStep, decline }: CheckoutSetup, isLapsed: boolean): CheckoutNotice | null {
  if (isLapsed) return { kind: 'lapsed', soldOut: null }
  if (bankStep) return { kind: 'bank', address: bankStep }
  return decline && { kind: 'declined', decline }
}
