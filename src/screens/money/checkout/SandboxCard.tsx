import { type InputEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { sandboxCards } from '#contract/money/sandbox-cards'
import {
  type CardField,
  cardFields,
  groupCardNumber,
  groupExpiry,
  isExpiryGood,
  isSecurityCodeGood,
} from '../../../stores/money/card-input.ts'
import { TextField } from '../../../ui/TextField.tsx'
import type { CheckoutText } from './checkout-context.ts'
import type { CardFormState, ReadCard } from './CardChoice.tsx'

type Errors = Partial<Record<CardField, string>>

const cardNumbered = (written: string) => sandboxCards.find(({ number }) => number === written.replace(/[\s-]/g, ''))

/** The sandbox provider's card form: test numbers become sources, and no input leaves the page. Only in local builds. */
export default function SandboxCard({
  read,
  text,
  today,
  onState,
}: {
  read: RefObject<ReadCard | null>
  onState?: (state: CardFormState) => void
  text: CheckoutText
  today: string
}) {
  const [errors, setErrors] = useState<Errors>({})
  const box = useRef<HTMLFieldSetElement>(null)
  const inputNamed = (name: CardField) => box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)

  function errorOf(name: CardField): string | null {
    const written = inputNamed(name)?.value ?? ''
    if (name === 'number' && written.trim() === '') return text.cardNumberMissing
    if (name === 'number') return cardNumbered(written) ? null : text.cardNumberError
    if (name === 'exp') return isExpiryGood(written, today) ? null : text.expiryError
    return isSecurityCodeGood(written) ? null : text.securityCodeError
  }

  useEffect(() => {
    onState?.('ready')
    read.current = () => {
      const wrong = cardFields.filter((name) => errorOf(name) !== null)
      setErrors(Object.fromEntries(wrong.map((name) => [name, errorOf(name) ?? ''])))
      const [first] = wrong
      if (first) inputNamed(first)?.focus()
      return first ? null : (cardNumbered(inputNamed('number')?.value ?? '')?.source ?? null)
    }
    return () => {
      read.current = null
    }
  }, [])

  // Groups digits while they are added at the end. Corrections in the middle keep their position.
  function onInput({ target, nativeEvent }: InputEvent<HTMLFieldSetElement>) {
    const input = target as HTMLInputElement
    const name = input.name as CardField
    const isAdded = !nativeEvent.inputType?.startsWith('delete') && input.selectionStart === input.value.length
    if (isAdded && name === 'number') input.value = groupCardNumber(input.value)
    if (isAdded && name === 'exp') input.value = groupExpiry(input.value)
    if (errors[name] && errorOf(name) === null) setErrors({ ...errors, [name]: undefined })
  }

  return (
    <fieldset className="under stack" id="card" ref={box} onInput={onInput}>
      <legend className="vh">{text.cardDetails}</legend>
      <TextField
        name="number"
        label={text.cardNumber}
        error={errors.number ?? null}
        input={{ inputMode: 'numeric', autoComplete: 'cc-number', maxLength: 23 }}
      />
      <div className="pair even">
        <TextField
          name="exp"
          label={text.expiry}
          hint={text.expiryHint}
          error={errors.exp ?? null}
          input={{ inputMode: 'numeric', autoComplete: 'cc-exp', maxLength: 9 }}
        />
        <TextField
          name="cvc"
          label={text.securityCode}
          hint={text.securityCodeHint}
          error={errors.cvc ?? null}
          input={{ inputMode: 'numeric', autoComplete: 'cc-csc', maxLength: 4 }}
        />
      </div>
      <p className="fine muted">{text.testCards}</p>
    </fieldset>
  )
}
