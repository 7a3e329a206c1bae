import { minuteMs } from '#contract/limits'
import type { PaymentState } from '#contract/states/payment-states'
import * as paymentStates from '#contract/states/payment-states'

/** The states of the page to which a bank returns the customer. */
export type ReturnState =
  | 'checking'
  /** The bank step has no URL, so the provider's script runs it on this page. */
  | 'bank'
  /** The page leads on to the bank, or to the provider's own page. */
  | 'onward'
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

/** Polls after 1, 2, 4, 8 … seconds, for at most a minute. A request without a response is repeated. */
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

/** The page state of a payment. A finished order has no checkout to return to. */
export function stateOfPayment(status: PaymentState, isOrderFinished = false): ReturnState {
  if (status === 'succeeded') return 'succeeded'
  if (!paymentStates.unsuccessful.has(status)) return 'checking'
  return isOrderFinished ? 'failed_after_checkout' : 'failed'
}
