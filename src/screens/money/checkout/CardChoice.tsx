import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { takesTestCards } from '../../../stores/money/checkout-setup.ts'
import { actAndFocus, useCheckout, useFirstPart, useShown } from './checkout-context.ts'
import { WaitingCard } from './WaitingCard.tsx'

/** Reads the card form. Returns the source to pay with, or null after the form has shown an error. */
export type ReadCard = () => string | null | Promise<string | null>

export type CardFormState = 'loading' | 'ready' | 'failed'

// A card form loads when the customer chooses to pay by card. Production builds contain no sandbox.
const SandboxCard = DEVELOPMENT_TOOLS
  ? lazy(async () => import('./SandboxCard.tsx').catch(() => ({ default: MissingCard })))
  : null
const StripeCard = lazy(async () => import('./StripeCard.tsx').catch(() => ({ default: MissingCard })))

/** A form whose script could not be loaded. */
function MissingCard({ onState }: { onState?: (state: CardFormState) => void }) {
  useEffect(() => onState?.('failed'), [])
  return <span hidden />
}

/** A card form that is not there after this time is replaced by the provider's page, in ms. */
const patienceMs = 8000

/** The stored cards, and the form of a new card. */
export function CardChoice({ read, stores }: { read: RefObject<ReadCard | null>; stores: boolean }) {
  const { store, setup, text, isReady } = useCheckout()
  const card = useShown(store.card)
  const chosen = (id: string | null, label: string, note: string | null) => (
    <label className="tap" key={id ?? 'new'}>
      <input
        type="radio"
        name="card"
        value={id ?? 'new'}
        checked={card === id}
        onChange={() => store.selectCard(id)}
        disabled={!isReady}
      />{' '}
      <span>
        {label}
        {note && <span className="fine muted"> · {note}</span>}
      </span>
    </label>
  )
  return (
    <>
      {setup.cards.length > 0 && (
        <fieldset className="under stack tight">
          <legend className="vh">{text.whichCard}</legend>
          {setup.cards.map(({ id, name, expiry }) => chosen(id, name, expiry))}
          {chosen(null, text.newCard, null)}
        </fieldset>
      )}
      {card === null &&
        (isReady ? (
          <NewCard read={read} stores={stores} />
        ) : (
          <WaitingCard hasTestCards={takesTestCards(setup.cardForm)} text={text} />
        ))}
    </>
  )
}

/** The form for a new card. When it fails or is late, the provider's own page takes the card instead. */
function NewCard({ read, stores }: { read: RefObject<ReadCard | null>; stores: boolean }) {
  const { store, setup, text } = useCheckout()
  const { amount_due } = useShown(store.sum)
  const busy = useShown(store.busy)
  const [form, setForm] = useState<CardFormState>('loading')
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const isMissing = form === 'failed' || (form === 'loading' && isLate)
  return (
    <>
      {isMissing && (
        <div className="under stack tight" role="alert">
          <p>{text.cardFormMissing}</p>
          <p>{amount_due.value > 0 ? text.payOnPage : text.storeOnPage}</p>
          <p>
            <button
              type="button"
              className="btn"
              id="pay-on-page"
              disabled={busy !== null}
              onClick={() => actAndFocus(() => store.payOnPage(stores))}
            >
              {amount_due.value > 0 ? text.toPage : text.toCardPage}
            </button>
          </p>
        </div>
      )}
      <Suspense fallback={<WaitingCard hasTestCards={takesTestCards(setup.cardForm)} text={text} />}>
        <CardForm read={read} stores={stores} onState={setForm} />
      </Suspense>
    </>
  )
}

/** The provider's form for a new card. Without a provider script it shows the reserved space. */
function CardForm({
  read,
  stores,
  onState,
}: {
  read: RefObject<ReadCard | null>
  stores: boolean
  onState: (state: CardFormState) => void
}) {
  const { store, setup, text } = useCheckout()
  const { amount_due } = useShown(store.sum)
  const first = useFirstPart()
  if (!setup.cardForm?.publishable_key)
    return SandboxCard ? (
      <SandboxCard read={read} text={text} today={setup.today} onState={onState} />
    ) : (
      <WaitingCard hasTestCards={takesTestCards(setup.cardForm)} text={text} />
    )
  const form = {
    publishableKey: setup.cardForm.publishable_key,
    account: setup.cardForm.account,
    language: setup.language,
    currency: amount_due.currency_code,
    // When nothing is due, the form only stores the card.
    amount: amount_due.value === 0 ? null : (first ?? amount_due).value,
    stores,
    returnUrl: new URL(setup.addresses.order, window.location.href).href,
  }
  return <StripeCard read={read} form={form} isTest={takesTestCards(setup.cardForm)} onState={onState} text={text} />
}
