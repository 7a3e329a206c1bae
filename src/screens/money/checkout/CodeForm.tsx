import { type SubmitEvent, useEffect, useState } from 'react'
import { fillIn } from '../../../locales/fill-in.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { actAndFocus, useCheckout, useShown } from './checkout-context.ts'
import type { Change } from './OrderPanel.tsx'

/** The form for a discount code. A refused code is reported at the field, and the order stays the same. */
export function CodeForm({ apply: applyAndSay }: { apply: Change }) {
  const { store, text, isReady } = useCheckout()
  const refusal = useShown(store.codeRefusal)
  const note = useShown(store.codeNote)
  const busy = useShown(store.busy)
  const [isEmpty, setEmpty] = useState(false)
  useEffect(() => {
    if (store.hasLinkCode()) void store.applyLinkCode()
  }, [])

  async function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get('code') ?? '').trim()
    setEmpty(code === '')
    if (code === '') return
    await actAndFocus(async () => {
      await applyAndSay(code, () => store.applyCode(code))
      if (store.codeRefusal.get() === null) form.reset()
      else form.querySelector('input')?.focus()
    })
  }
  // Removes the error of a code when the input changes.
  function forgetError() {
    setEmpty(false)
    store.clearCodeRefusal()
  }
  return (
    <div className="stack tight scripted">
      {note && (
        <p className="fine muted" role="status">
          {fillIn(text.rememberedRefused, note)}
        </p>
      )}
      <form className="code" method="post" noValidate onSubmit={apply}>
        <TextField
          name="code"
          label={text.codeLabel}
          error={isEmpty ? text.codeRequired : refusal}
          input={{ autoCapitalize: 'characters', spellCheck: false, onInput: forgetError }}
        />
        <button type="submit" className="btn quiet" disabled={!isReady || busy !== null}>
          {text.apply}
        </button>
      </form>
    </div>
  )
}
