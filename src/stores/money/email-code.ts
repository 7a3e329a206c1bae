import { atom } from 'nanostores'
import type { Failure } from '../../api/api-failure.ts'
import type { CheckoutCalls } from '../../api/checkout-calls.ts'
import { windowCheckoutCalls } from '../../api/checkout-calls.ts'

export type EmailCodeState = { state: 'requested' | 'sent_again' | 'verified'; refusal: string | null; isBusy: boolean }

type Dependencies = {
  calls?: Pick<CheckoutCalls, 'verifyEmail' | 'sendCodeAgain'>
  /** The checkout calls this when a code cannot be sent again, which is not an error of the typed code. */
  onSendFailed?: (failure: Failure) => void
}

/** The store of the form that takes the code of the verification mail. It never blocks payment. */
export function emailCode(dependencies: Dependencies = {}) {
  const calls = dependencies.calls ?? windowCheckoutCalls('')
  const $code = atom<EmailCodeState>({ state: 'requested', refusal: null, isBusy: false })
  const set = (part: Partial<EmailCodeState>) => $code.set({ ...$code.get(), ...part })

  async function verify(code: string, unreachable: string) {
    if ($code.get().isBusy) return
    set({ isBusy: true, refusal: null })
    const answer = await calls.verifyEmail(code)
    set(
      answer.ok
        ? { isBusy: false, state: 'verified' }
        : { isBusy: false, refusal: answer.failure.message ?? unreachable },
    )
  }
  async function sendAgain() {
    if ($code.get().isBusy) return
    set({ isBusy: true, refusal: null })
    const answer = await calls.sendCodeAgain()
    // No code is sent to an email that was confirmed elsewhere.
    const state = answer.ok && (answer.data.type === 'already_verified' ? 'verified' : 'sent_again')
    set(state ? { isBusy: false, state } : { isBusy: false })
    if (!answer.ok) dependencies.onSendFailed?.(answer.failure)
  }
  return { code: $code, verify, sendAgain, clearRefusal: () => set({ refusal: null }) }
}
