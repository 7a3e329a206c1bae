import { useStore } from '@nanostores/react'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { stripeCard, type StripeCardInput } from '../../../stores/money/stripe-card.ts'
import { FieldError } from '../../../ui/TextField.tsx'
import type { CheckoutText } from './checkout-context.ts'
import type { CardFormState, ReadCard } from './CardChoice.tsx'

/** The fonts and colours of the page, in the format of Stripe's form. */
function pageLook(): Record<string, string> {
  const { fontFamily, fontSize, color } = getComputedStyle(document.body)
  const [colorBackground] = [document.body, document.documentElement]
    .map((element) => getComputedStyle(element).backgroundColor)
    .filter((background) => !/(?:, |\/ ?)0\)$/.test(background))
  return { fontFamily, fontSizeBase: fontSize, colorText: color, ...(colorBackground && { colorBackground }) }
}

type Props = {
  read: RefObject<ReadCard | null>
  /** The settings of the form. The amount and the choice to store the card may change while the form is shown. */
  form: Omit<StripeCardInput, 'load' | 'look'>
  /** True when the form takes only test cards. */
  isTest: boolean
  /** Hears whether the form is there. Without it, the form says itself that it is missing. */
  onState?: (state: CardFormState) => void
  text: Pick<CheckoutText, 'cardDetails' | 'cardFormMissing' | 'loadAgain' | 'testCards'>
}

/** Stripe's card form, and the wallets that the browser offers. Stripe's script loads with it. */
export default function StripeCard({ read, form, isTest, onState, text }: Props) {
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const card = useMemo(() => stripeCard({ ...form, load: loadStripe, look: pageLook() }), [attempt])
  const state = useStore(card.state)
  const error = useStore(card.error)

  useEffect(() => {
    if (box.current) card.show(box.current)
    read.current = card.read
    return () => {
      read.current = null
      card.close()
    }
  }, [card])
  useEffect(() => {
    if (form.amount !== null) card.setAmount(form.amount)
  }, [form.amount])
  useEffect(() => card.setStores(form.stores), [form.stores])
  useEffect(() => onState?.(state), [state])

  return (
    <fieldset className="under stack" id="card" aria-busy={state === 'loading'}>
      <legend className="vh">{text.cardDetails}</legend>
      {state === 'failed' && (
        <div className="stack tight" role={onState ? undefined : 'alert'}>
          {!onState && <p>{text.cardFormMissing}</p>}
          <button type="button" className="btn quiet" onClick={() => setAttempt(attempt + 1)}>
            {text.loadAgain}
          </button>
        </div>
      )}
      {error && <FieldError name="card" error={error} />}
      <div ref={box} hidden={state === 'failed'} />
      {isTest && <p className="fine muted">{text.testCards}</p>}
    </fieldset>
  )
}
