import { useStore } from '@nanostores/react'
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { displayMoney } from '#contract/display-money'
import { canChargeCard, smallestCharge } from '#contract/money/stripe-amount'
import { fillIn } from '../../../locales/fill-in.ts'
import { chargesCardLater, needsCard, takesTestCards } from '../../../stores/money/checkout-setup.ts'
import { FieldError } from '../../../ui/TextField.tsx'
import { actAndFocus, type CheckoutText, hasPlaces, useCheckout, useFirstPart } from './checkout-context.ts'
import { PartsToPayIn } from './PartsToPayIn.tsx'
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

function offlineWords(text: CheckoutText, { due, hasPlaces }: { due: string | null; hasPlaces: boolean }): string {
  if (due === null) return hasPlaces ? text.offlineText : text.offlineThingsText
  return fillIn(hasPlaces ? text.offlineUntil : text.offlineThingsUntil, { moment: due })
}

/** The ways to pay an order. When nothing is due, there is nothing to choose. */
export function WaysToPay({ read, isMissing }: { read: RefObject<ReadCard | null>; isMissing: boolean }) {
  const { store, setup, text, isReady } = useCheckout()
  const { checkout_methods, items, amount_due: due } = useStore(store.sum)
  const method = useStore(store.method)
  const words = {
    card: [text.card, text.cardText],
    offline: [text.offline, offlineWords(text, { due: setup.offlineDue, hasPlaces: hasPlaces(items) })],
    free: [text.confirmFree, ''],
  } as const
  const ways = checkout_methods.filter((each) => each !== 'free' && (each !== 'card' || setup.isOnlinePossible))
  const isTooSmall = due.value > 0 && setup.isOnlinePossible && !canChargeCard(due.value, due.currency_code)
  if (ways.length === 0 && isTooSmall) {
    const least = displayMoney(smallestCharge(due.currency_code), due, due.language)
    return <p role="status">{fillIn(text.tooSmall, { amount: due.display, least })}</p>
  }
  if (ways.length === 0) return due.value > 0 ? <p role="status">{text.noWay}</p> : null
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
          {way === 'card' && method === 'card' && <CardsToPayWith read={read} />}
        </div>
      ))}
    </fieldset>
  )
}

/** The stored cards, the default first, then a new card. The box that stores a new card is not checked in advance. */
function CardsToPayWith({ read }: { read: RefObject<ReadCard | null> }) {
  const { store, setup, text, isReady } = useCheckout()
  const card = useStore(store.card)
  const isKept = chargesCardLater(useStore(store.sum))
  const [stores, setStores] = useState(false)
  const first = useFirstPart()
  return (
    <>
      <PartsToPayIn />
      <CardChoice read={read} stores={stores || isKept || first !== null} />
      {isKept && <p className="under fine muted">{text.renewConsent}</p>}
      {card === null && setup.canStoreCard && first === null && !isKept && (
        <label className="tap under">
          <input
            type="checkbox"
            name="store"
            onChange={({ target }) => setStores(target.checked)}
            disabled={!isReady}
          />{' '}
          {text.keepCard}
        </label>
      )}
    </>
  )
}

/** The choice of a card for later charges, when nothing is due today. */
export function CardForLater({ read }: { read: RefObject<ReadCard | null> }) {
  const { store, setup, text } = useCheckout()
  const sum = useStore(store.sum)
  const method = useStore(store.method)
  if (method !== 'free' || !chargesCardLater(sum) || !setup.isOnlinePossible) return null
  if (!needsCard(sum) && setup.cards.length === 0) return <p>{text.noCardYet}</p>
  return (
    <fieldset className="stack">
      <legend>{text.cardForLater}</legend>
      <p className="fine muted">{text.cardForLaterText}</p>
      <div className="choice">
        <CardChoice read={read} stores />
      </div>
    </fieldset>
  )
}

/** The stored cards, and the form of a new card. */
function CardChoice({ read, stores }: { read: RefObject<ReadCard | null>; stores: boolean }) {
  const { store, setup, text, isReady } = useCheckout()
  const card = useStore(store.card)
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
  const { amount_due } = useStore(store.sum)
  const busy = useStore(store.busy)
  const [form, setForm] = useState<CardFormState>('loading')
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const isMissing = form === 'failed' || (form === 'loading' && isLate)
  return (
    <>
      {isMissing && amount_due.value > 0 && (
        <div className="under stack tight" role="alert">
          <p>{text.cardFormMissing}</p>
          <p>{text.payOnPage}</p>
          <p>
            <button
              type="button"
              className="btn"
              id="pay-on-page"
              disabled={busy !== null}
              onClick={() => actAndFocus(() => store.payOnPage(stores))}
            >
              {text.toPage}
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
  const { amount_due } = useStore(store.sum)
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
