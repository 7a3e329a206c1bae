import type { Failure } from '../../api/api-failure.ts'
import type { CheckoutSetup, Decline } from './checkout-setup.ts'

/** A notice that checkout shows above everything else. */
export type CheckoutNotice =
  | { kind: 'declined'; decline: Decline }
  | { kind: 'changed'; before: string; now: string }
  | { kind: 'lapsed'; soldOut: string | null }
  /** The payment that waits for the bank is `payment`. It is null while a card is stored. */
  | { kind: 'bank'; address: string; payment: string | null; isOnPage: boolean }
  | { kind: 'checking' }
  /** A call failed. While the call is a payment, no one knows whether money was taken. */
  | { kind: 'failed'; failure: Failure; isPaying: boolean }

/** True while a payment waits for the bank or for the provider, and the order cannot change. */
export const isUnderWay = (notice: CheckoutNotice | null): boolean =>
  notice?.kind === 'bank' || notice?.kind === 'checking'

/** The notice known at rendering. It is in the HTML, so that nothing moves when the script starts. */
export function initialNotice(
  { bankStep, bankPayment, isOnPage, decline }: CheckoutSetup,
  isLapsed: boolean,
): CheckoutNotice | null {
  if (isLapsed) return { kind: 'lapsed', soldOut: null }
  if (bankStep) return { kind: 'bank', address: bankStep, payment: bankPayment, isOnPage }
  return decline && { kind: 'declined', decline }
}
