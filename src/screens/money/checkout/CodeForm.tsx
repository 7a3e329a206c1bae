import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { fillIn } from '../../../locales/fill-in.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { actAndFocus, useCheckout, useShown } from './checkout-context.ts'
import type { Change } from './OrderPanel.tsx'

/**
 * The form for a discount code. It posts without a script, and is sent by one once that has loaded. A refused code is
 * reported at the field, and the order stays the same.
 */
export function CodeForm({ apply: applyAndSay }: { apply: Change }) {
  const { store, setup, text } = useCheckout()
  const refusal = useShown(store.codeRefusal)
  const note = useShown(store.codeNote)
  const busy = useShown(store.busy)
  const [isEmpty, setEmpty] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const input = () => form.current?.querySelector<HTMLInputElement>('[name=code]')
  const empty = () => {
    const control = input()
    if (control) control.value = ''
  }
  useEffect(() => {
    if (!store.hasLinkCode()) return
    // The code of a link is in the field for readers without JavaScript.
    if (input()?.value === setup.code.value) empty()
    void store.applyLinkCode()
  }, [])

  async function apply(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = input()?.value.trim() ?? ''
    setEmpty(code === '')
    if (code === '') return
    await actAndFocus(async () => {
      await applyAndSay(code, () => store.applyCode(code))
      if (store.codeRefusal.get() === null) empty()
      else input()?.focus()
    })
  }
  // Removes the error of a code when the input changes.
  function forgetError() {
    setEmpty(false)
    store.clearCodeRefusal()
  }
  return (
    <div className="stack tight">
      {note && (
        <p className="fine muted" role="status">
          {fillIn(text.rememberedRefused, note)}
        </p>
      )}
      <form className="code" method="post" action={setup.addresses.checkout} noValidate ref={form} onSubmit={apply}>
        <input type="hidden" name="key" value={setup.code.key} />
        <TextField
          name="code"
          label={text.codeLabel}
          error={isEmpty ? text.codeRequired : refusal}
          input={{
            defaultValue: setup.code.value,
            autoCapitalize: 'characters',
            spellCheck: false,
            onInput: forgetError,
          }}
        />
        <button type="submit" className="btn quiet" name="act" value="code" disabled={busy !== null}>
          {text.apply}
        </button>
      </form>
    </div>
  )
}
