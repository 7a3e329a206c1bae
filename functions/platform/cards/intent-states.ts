import { statusSet } from '../../contract/states/status-set.ts'

/** A payment intent's states, by the provider's names. */
export type IntentState =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

/* @__NO_SIDE_EFFECTS__ */
const set = <State extends IntentState>(...states: State[]) => statusSet<IntentState, State>(states)
/** The money has arrived or is expected, so the payment can no longer be cancelled. */
export const accepted = set('processing', 'succeeded')
