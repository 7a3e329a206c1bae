import { useStore } from '@nanostores/react'
import { lazy, type RefObject, Suspense } from 'react'
import { FieldError } from '../../ui/TextField.tsx'
import { type CheckoutText, useCheckout } from './checkout-context.ts'

/** Reads the card form: the source to pay with, or null after showing what is wrong. */
export type ReadCard = () => string | null | Promise<string | null>

// A card form is fetched when the customer chooses to pay by card; a production build has no sandbox in it.
const SandboxCard = DEVELOPMENT_TOOLS ? lazy(() => import('./SandboxCard.tsx')) : null
const StripeCard = lazy(() => import('./StripeCard.tsx'))

/** The ways this order may be paid; there is nothing to choose when nothing is due. */
export function WaysToPay({ read, isMissing }: { read: RefObject<ReadCard | null>; isMissing: boolean }) {
  const { store, setup, text, isReady } = useCheckout()
  const { checkout_methods } = useStore(store.sum)
  const method = useStore(store.method)
  const words = {
    card: [text.card, text.cardText],
    offline: [text.offline, text.offlineText],
    free: [text.confirmFree, ''],
  } as const
  const ways = checkout_methods.filter((each) => each !== 'free' && (each !== 'card' || setup.isOnlinePossible))
  if (ways.length === 0) return null
  const CardForm = setup.cardForm?.publishable_key ? StripeCard : SandboxCard
  return (
    <fieldset className="stack">
      <legend>{text.how}</legend>
      {isMissing && method === null && <FieldError name="pay" error={text.chooseWay} />}
      {ways.map((way) => (
        <div className="choice" key={way}>
          <input
            type="radio"
            name="pay"
            id={`pay-${way}`}
            value={way}
            checked={method === way}
            onChange={() => store.selectMethod(way)}
            disabled={!isReady}
          />
          <label htmlFor={`pay-${way}`}>
            <b>{words[way][0]}</b>
            <br />
            <span className="fine muted">{words[way][1]}</span>
          </label>
          {way === 'card' &&
            method === 'card' &&
            (CardForm && isReady ? (
              <Suspense fallback={<Waiting text={text} />}>
                <CardForm read={read} text={text} today={setup.today} />
              </Suspense>
            ) : (
              <Waiting text={text} />
            ))}
        </div>
      ))}
    </fieldset>
  )
}

/** Keeps the card form's room while it comes, number above expiry and code, so that nothing moves when it is here. */
const Waiting = ({ text }: { text: CheckoutText }) => (
  <div className="under stack" aria-hidden="true">
    <WaitingField label={text.cardNumber} />
    <div className="pair even">
      <WaitingField label={text.expiry} hint={text.expiryHint} />
      <WaitingField label={text.securityCode} hint={text.securityCodeHint} />
    </div>
    <p className="fine muted">{text.testCards}</p>
  </div>
)

const WaitingField = ({ label, hint }: { label: string; hint?: string }) => (
  <div className="field">
    <span className="label">{label}</span>
    {hint && <span className="hint">{hint}</span>}
    <div className="wait" />
  </div>
)
