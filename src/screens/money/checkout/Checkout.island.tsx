import { nameList } from '#contract/name-list'
import { type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { heldItems } from '#contract/money/cart-cookie'
import { type CheckoutSetup, chargesCardLater } from '../../../stores/money/checkout-setup.ts'
import { checkout } from '../../../stores/money/checkout.ts'
import { fillIn } from '../../../locales/fill-in.ts'
import { deviceStorage } from '../../../stores/device.ts'
import { Glyph } from '../../../ui/icons.tsx'
import { HoldBar, StepList } from '../../../ui/HoldBar.tsx'
import { loadParts, onFirstUse } from '../../../ui/when-used.tsx'
import {
  actAndFocus,
  CheckoutContext,
  type CheckoutText,
  useCheckout,
  useFirstPart,
  useIsReady,
  useShown,
} from './checkout-context.ts'
import { CardForLater, CheckoutNotice, EmailCode } from './checkout-parts.ts'
import { BalanceChoice, payWords } from './BalanceChoice.tsx'
import { OrderPanel } from './OrderPanel.tsx'
import type { ReadCard } from './CardChoice.tsx'
import { WaysToPay } from './WaysToPay.tsx'

type Props = { setup: CheckoutSetup; text: CheckoutText; now: number; terms?: ReactNode }

/** Checkout, hydrated over the server's HTML. The server calculates the sum, and one press pays. */
export default function Checkout({ setup, text, now, terms = null }: Props) {
  const store = useMemo(
    () =>
      checkout(setup, { ...deviceStorage(), now: () => now, navigate: (address) => window.location.assign(address) }),
    [],
  )
  const sum = useShown(store.sum)
  const until = useShown(store.holdUntil)
  const notes = useShown(store.notes)
  const canExtendHold = useShown(store.canExtendHold)
  const busy = useShown(store.busy)
  const method = useShown(store.method)
  const notice = useShown(store.notice)
  const isReady = useIsReady()
  const [isWayMissing, setWayMissing] = useState(false)
  const read = useRef<ReadCard | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const context = useMemo(() => ({ store, setup, text, now }), [])

  useEffect(() => {
    onFirstUse(store.prepare)
    if (store.hasLinkCode()) loadParts()
  }, [])

  function pay(event: SubmitEvent) {
    event.preventDefault()
    setWayMissing(method === null)
    if (method === null) form.current?.querySelector<HTMLInputElement>('[name="pay"]')?.focus()
    const onPage = document.getElementById('pay-on-page')
    if (method === 'card' && store.card.get() === null && onPage) return onPage.focus()
    const isForLater = method === 'free' && chargesCardLater(store.sum.get())
    if (method === 'offline' || (method === 'free' && !isForLater)) actAndFocus(() => store.pay(null))
    if (method !== 'card' && !isForLater) return
    const stored = store.card.get()
    const stores =
      stored === null &&
      (store.paysInParts.get() || form.current?.querySelector<HTMLInputElement>('[name="store"]')?.checked === true)
    actAndFocus(() => store.pay(stored ?? (async () => (await read.current?.()) ?? null), stores))
  }
  if (sum.items.length === 0) return <Emptied text={text} explore={setup.addresses.explore} />
  // The form of the place that was added last.
  const details = sum.items
    .flatMap(({ id }) => setup.lines[id]?.edit ?? [])
    .at(-1)
    ?.split('#')[0]
  const places = sum.items.filter(({ registration_id }) => registration_id !== null).length
  const held = heldItems(sum.items)
  const more = canExtendHold
    ? { label: text.moreTime, isBusy: !isReady || busy !== null, onExtend: () => actAndFocus(store.extendHold, 'hold') }
    : null

  return (
    <CheckoutContext value={context}>
      {until && held > 0 && (
        <HoldBar
          places={held}
          until={until}
          written={setup.holdEnd}
          now={now}
          locale={setup.locale}
          timezone={setup.order.timezone}
          words={held === places ? text : { ...text, heldFor: text.thingsHeldFor, heldUntil: text.thingsHeldUntil }}
          more={more}
          lapsed={store.expireHold}
        />
      )}
      <div className="wrap stack loose">
        <div className="stack">
          {details && (
            <p>
              <a className="tap" href={details}>
                <Glyph name="left" /> {text.backToDetails}
              </a>
            </p>
          )}
          <StepList label={text.progress} steps={[text.details, text.payment, text.done]} current={1} />
          <Heading />
          <WhatFor />
        </div>
        <div className="cols stack airy">
          <form id="pay" className="stack airy" method="post" noValidate ref={form} onSubmit={pay}>
            {notice && <CheckoutNotice again={form} />}
            {notes.length > 0 && (
              <div className="notice few" role="status">
                <Glyph name="check" />
                <div className="stack tight">
                  {notes.map((note) => (
                    <p key={note}>{note}</p>
                  ))}
                </div>
              </div>
            )}
            <div className="stack airy scripted">
              <WaysToPay read={read} isMissing={isWayMissing} />
              {method === 'free' && chargesCardLater(sum) && setup.isOnlinePossible && <CardForLater read={read} />}
              <BalanceChoice />
            </div>
          </form>
          <OrderPanel terms={terms} />
        </div>
        {setup.unverifiedEmail && <EmailCode email={setup.unverifiedEmail} />}
      </div>
    </CheckoutContext>
  )
}

/** The heading with the amount due now. With instalments the amount is below the total. */
function Heading() {
  const { store, text } = useCheckout()
  const sum = useShown(store.sum)
  const first = useFirstPart()
  return <h1>{payWords(sum, text, chargesCardLater(sum) ? text.headingLater : text.headingFree, first)}</h1>
}

/** The event or type that the order pays for, in one line, when all its places are of one event. */
function WhatFor() {
  const { store, setup, text } = useCheckout()
  const { items } = useShown(store.sum)
  const names = [...new Set(items.flatMap(({ id }) => setup.lines[id]?.who ?? []))]
  if (setup.event === null || names.length === 0) return null
  const { name, days } = setup.event
  const who = nameList(names, setup.language)
  return <p className="muted">{fillIn(text.about, { event: name, who, days })}</p>
}

const Emptied = ({ text, explore }: { text: CheckoutText; explore: string }) => (
  <div className="wrap">
    <div className="empty">
      <img src="/pictures/none.svg" alt="" width="240" height="160" />
      <h1 id="emptied" tabIndex={-1}>
        {text.empty}
      </h1>
      <p>{text.emptyText}</p>
      <a className="btn" href={explore}>
        {text.toEvents}
      </a>
    </div>
  </div>
)
