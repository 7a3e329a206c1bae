import { type RefObject, useEffect, useState } from 'react'
import { displayMoney } from '#contract/display-money'
import { canChargeCard, smallestCharge } from '#contract/money/stripe-amount'
import { fillIn } from '../../../locales/fill-in.ts'
import { chargesCardLater, needsCard } from '../../../stores/money/checkout-setup.ts'
import { CardChoice, type ReadCard } from './CardChoice.tsx'
import { useCheckout, useFirstPart, useShown } from './checkout-context.ts'
import { PartsToPayIn } from './PartsToPayIn.tsx'

/** The stored cards, the default first, then a new card. The box that stores a new card is not checked in advance. */
export function CardsToPayWith({ read }: { read: RefObject<ReadCard | null> }) {
  const { store, setup, text, isReady } = useCheckout()
  const card = useShown(store.card)
  const isKept = chargesCardLater(useShown(store.sum))
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
      {(card !== null || stores || isKept || first !== null) && <LaterCharges />}
    </>
  )
}

/** The box with which the customer lets the organisation charge the card later. It is there for a card that is kept. */
function LaterCharges() {
  const { store, setup, isReady } = useCheckout()
  const isAgreed = useShown(store.agrees)
  useEffect(() => () => store.agreeToCharges(false), [])
  if (!setup.chargeConsent) return null
  return (
    <label className="tap under">
      <input
        type="checkbox"
        name="charge_consent"
        checked={isAgreed}
        onChange={({ target }) => store.agreeToCharges(target.checked)}
        disabled={!isReady}
      />{' '}
      <span>{setup.chargeConsent.text}</span>
    </label>
  )
}

/** The choice of a card for later charges, when nothing is due today. */
export function CardForLater({ read }: { read: RefObject<ReadCard | null> }) {
  const { store, setup, text } = useCheckout()
  const sum = useShown(store.sum)
  const method = useShown(store.method)
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

/** Why an order with an amount due cannot be paid: the amount is too small for a card, or there is no method. */
export function NoWayToPay() {
  const { store, setup, text } = useCheckout()
  const { amount_due: due } = useShown(store.sum)
  if (!setup.isOnlinePossible || canChargeCard(due.value, due.currency_code)) return <p role="status">{text.noWay}</p>
  const least = displayMoney(smallestCharge(due.currency_code), due, due.language)
  return <p role="status">{fillIn(text.tooSmall, { amount: due.display, least })}</p>
}
