import { type SubmitEvent, useMemo, useState } from 'react'
import { fillIn } from '../../../locales/fill-in.ts'
import { emailCode } from '../../../stores/money/email-code.ts'
import { toasts } from '../../../stores/toast.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { actAndFocus, useCheckout, useShown } from './checkout-context.ts'

/** The form for the code of the verification mail. Payment does not need the code. */
export function EmailCode({ email }: { email: string }) {
  const { setup, text, isReady } = useCheckout()
  const toast = useMemo(() => toasts(), [])
  const store = useMemo(() => emailCode({ onSendFailed: (failure) => toast.showFailure(failure, text) }), [])
  const { state, refusal, isBusy } = useShown(store.code)
  const [isEmpty, setEmpty] = useState(false)
  if (state === 'verified')
    return (
      <p className="fine" role="status" id="email-verified" tabIndex={-1}>
        {text.verified}
      </p>
    )

  function verify(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('email_code') ?? '').trim()
    setEmpty(code === '')
    const input = event.currentTarget.querySelector('input')
    if (code === '') return input?.focus()
    actAndFocus(async () => {
      await store.verify(code, text.somethingWrongText)
      if (store.code.get().refusal !== null) input?.focus()
    }, 'email-verified')
  }
  function forgetError() {
    setEmpty(false)
    store.clearRefusal()
  }
  return (
    <section className="stack scripted" aria-labelledby="confirm-email">
      <h2 id="confirm-email">{text.verify}</h2>
      <p>{fillIn(text.verifyText, { email })}</p>
      <form className="code" method="post" noValidate onSubmit={verify}>
        <TextField
          name="email_code"
          label={text.verifyCode}
          error={isEmpty ? text.verifyRequired : refusal}
          input={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12, onInput: forgetError }}
        />
        <button type="submit" className="btn quiet" disabled={!isReady || isBusy}>
          {text.verifySend}
        </button>
      </form>
      <p role="status">
        {state === 'sent_again' ? (
          text.verifySent
        ) : (
          <button
            type="button"
            className="btn plain small"
            disabled={!isReady || isBusy}
            onClick={() => actAndFocus(store.sendAgain, 'email_code')}
          >
            {text.verifyAgain}
          </button>
        )}
      </p>
      <Toaster toasts={toast} support={{ address: setup.addresses.support, words: text.tellUs }} />
    </section>
  )
}
