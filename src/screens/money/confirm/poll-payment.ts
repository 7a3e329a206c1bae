import { minuteMs } from '#contract/limits'
import type { PaymentState } from '#contract/states/payment-states'
import * as paymentStates from '#contract/states/payment-states'

/** States of the page a bank sends the customer back to. */
export type ReturnState =
  | 'checking'
  /** The bank step has no address: the provider's script does it on this page. */
  | 'bank'
  | 'succeeded'
  | 'failed'
  | 'failed_after_checkout'
  | 'still_processing'
  | 'needs_login'
  | 'not_found'
type Poll = {
  fetchState: () => Promise<ReturnState | null>
  show: (state: ReturnState) => void
  wait: (ms: number) => Promise<void>
}

const firstPauseMs = 1000
const longestMs = minuteMs

/** Polls after 1, 2, 4, 8 … seconds, at most a minute in all; a lost answer is polled for again. */
export async function pollPayment({ fetchState, show, wait }: Poll): Promise<ReturnState> {
  let waited = 0
  for (let pause = firstPauseMs; ; pause *= 2) {
    const state = await fetchState().catch(() => null)
    if (state !== null && state !== 'checking' && state !== 'still_processing') {
      show(state)
      return state
    }
    if (waited >= longestMs) break
    const next = Math.min(pause, longestMs - waited)
    await wait(next)
    waited += next
  }
  show('still_processing')
  return 'still_processing'
}

/** What a payment means for the page. A finished order has no checkout to go back to. */
export function stateOfPayment(status: PaymentState, isOrderFinished = false): ReturnState {
  if (status === 'succeeded') return 'succeeded'
  if (!paymentStates.unsuccessful.has(status)) return 'checking'
  return isOrderFinished ? 'failed_after_checkout' : 'failed'
}
