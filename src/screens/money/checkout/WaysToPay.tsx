import type { RefObject } from 'react'
import { fillIn } from '../../../locales/fill-in.ts'
import { FieldError } from '../../../ui/TextField.tsx'
import type { ReadCard } from './CardChoice.tsx'
import { type CheckoutText, hasPlaces, useCheckout, useShown } from './checkout-context.ts'
import { CardsToPayWith, NoWayToPay } from './checkout-parts.ts'

function offlineWords(text: CheckoutText, { due, hasPlaces }: { due: string | null; hasPlaces: boolean }): string {
  if (due === null) return hasPlaces ? text.offlineText : text.offlineThingsText
  return fillIn(hasPlaces ? text.offlineUntil : text.offlineThingsUntil, { moment: due })
}

/** The ways to pay an order. When nothing is due, there is nothing to choose. */
export function WaysToPay({ read, isMissing }: { read: RefObject<ReadCard | null>; isMissing: boolean }) {
  const { store, setup, text, isReady } = useCheckout()
  const { checkout_methods, items, amount_due: due } = useShown(store.sum)
  const method = useShown(store.method)
  const words = {
    card: [text.card, text.cardText],
    offline: [text.offline, offlineWords(text, { due: setup.offlineDue, hasPlaces: hasPlaces(items) })],
    free: [text.confirmFree, ''],
  } as const
  const ways = checkout_methods.filter((each) => each !== 'free' && (each !== 'card' || setup.isOnlinePossible))
  if (ways.length === 0) return due.value > 0 ? <NoWayToPay /> : null
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
