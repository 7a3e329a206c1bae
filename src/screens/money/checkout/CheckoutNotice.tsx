import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { DeclineAction } from '#contract/money/declines'
import { fillCount, fillIn } from '../../../locales/fill-in.ts'
import type { Decline } from '../../../stores/money/checkout-setup.ts'
import { formFailureText, toasts } from '../../../stores/toast.ts'
import { Glyph } from '../../../ui/icons.tsx'
import { holdEnd } from '../../../locales/hold-words.ts'
import { SupportLink } from '../../../ui/ProblemSummary.tsx'
import { FailureToast } from '../../../ui/Toaster.tsx'
import { emptyCardField, fieldToFix } from './card-fields.ts'
import { actAndFocus, hasPlaces, useCheckout, useShown } from './checkout-context.ts'

/** The toast of a failed call, which is shown in addition to the notice that explains the failure. */
function CheckoutFailureToast() {
  const { store, text } = useCheckout()
  const notice = useShown(store.notice)
  const toast = useMemo(() => toasts(), [])
  return <FailureToast toasts={toast} failure={notice?.kind === 'failed' ? notice.failure : null} words={text} />
}

/**
 * The notice about a refused card, a changed amount, released places or a bank step, and the next step. The notice
 * takes the focus.
 */
export function CheckoutNotice(props: { again: RefObject<HTMLFormElement | null> }) {
  return (
    <>
      <Explanation {...props} />
      <CheckoutFailureToast />
    </>
  )
}

function Explanation({ again }: { again: RefObject<HTMLFormElement | null> }) {
  const { store, setup, text, isReady } = useCheckout()
  const notice = useShown(store.notice)
  const busy = useShown(store.busy)
  const { items, amount_due: due } = useShown(store.sum)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice && notice !== store.firstNotice) box.current?.focus()
  }, [notice])
  if (!notice) return null

  const pageStep = due.value > 0 ? text.pageStep : text.cardStep
  const pageStepText = due.value > 0 ? text.pageStepText : text.cardStepText
  const toOtherCard = () => {
    store.chooseOtherCard()
    requestAnimationFrame(() => emptyCardField(again)?.focus())
  }
  const frame = (kind: 'stop' | 'few', title: string, body: ReactNode) => (
    <div className={`notice ${kind}`} role="alert" tabIndex={-1} ref={box}>
      <Glyph name="alert" />
      <div className="stack">
        <p>
          <b>{title}</b>
        </p>
        {body}
      </div>
    </div>
  )
  switch (notice.kind) {
    case 'declined':
      return <DeclineNotice decline={notice.decline} frame={frame} again={again} />
    case 'changed':
      return frame(
        'few',
        text.changed,
        <p>{notice.before === notice.now ? fillIn(text.changedSame, notice) : fillIn(text.changedText, notice)}</p>,
      )
    case 'lapsed': {
      const words = hasPlaces(items)
        ? text
        : { lapsed: text.thingsLapsed, lapsedText: text.thingsLapsedText, holdAgain: text.thingsHoldAgain }
      return frame(
        'few',
        words.lapsed,
        <>
          <p>{notice.soldOut ? text.soldOutText : words.lapsedText}</p>
          <p>
            <button
              type="button"
              className="btn small scripted"
              disabled={!isReady || busy !== null}
              onClick={() => actAndFocus(store.holdAgain, 'hold', 'order')}
            >
              {words.holdAgain}
            </button>
          </p>
        </>,
      )
    }
    case 'bank':
      return frame(
        'few',
        notice.isOnPage ? pageStep : text.bankStep,
        <>
          <p>{notice.isOnPage ? pageStepText : text.bankStepText}</p>
          <p className="row">
            <a className="btn small" href={notice.address}>
              {notice.isOnPage ? text.continuePage : text.toBank}
            </a>
            <button
              type="button"
              className="btn quiet small scripted"
              disabled={!isReady || busy !== null}
              onClick={toOtherCard}
            >
              {text.actions.other}
            </button>
          </p>
        </>,
      )
    case 'checking':
      return frame(
        'few',
        text.checking,
        <>
          <p>{text.checkingText}</p>
          <p>
            <a className="btn small" href={setup.addresses.order}>
              {text.seeState}
            </a>
          </p>
        </>,
      )
    case 'failed': {
      const unreachable = notice.isPaying ? text.unreachable : text.unreachableCart
      const failureText = formFailureText(notice.failure, { ...text, unreachable })
      return (
        failureText &&
        frame(
          'stop',
          failureText.title ?? failureText.text,
          <>
            {failureText.title && <p>{failureText.text}</p>}
            <p>
              <SupportLink support={setup.addresses.support} failure={notice.failure}>
                {text.tellUs}
              </SupportLink>
            </p>
          </>,
        )
      )
    }
  }
}

type Frame = (kind: 'stop' | 'few', title: string, body: ReactNode) => ReactNode

function DeclineNotice({
  decline,
  frame,
  again,
}: {
  decline: Decline
  frame: Frame
  again: RefObject<HTMLFormElement | null>
}) {
  const { store, setup, text, now } = useCheckout()
  const until = useShown(store.holdUntil)
  const { amount_remaining, items } = useShown(store.sum)
  const [reason, ...next] = decline.message.split(/(?<=\.)\s/)
  const [first] = decline.actions
  // The recommended next step is the button. Paying with another card is always possible.
  const hasOther = first !== 'other' && decline.actions.includes('other')
  return frame(
    'stop',
    reason ?? decline.message,
    <>
      <p>
        {decline.saysNotCharged && text.notCharged} {next.join(' ')}{' '}
        {until &&
          fillIn(fillCount(hasPlaces(items) ? text.placesKept : text.thingsKept, items.length), {
            until: holdEnd(until, { now, timezone: setup.order.timezone, locale: setup.locale }, text),
          })}
      </p>
      {first && first !== 'bank' && (
        <p className="row">
          <ActionButton action={first} again={again} />
          {hasOther && <ActionButton action="other" again={again} isQuiet />}
        </p>
      )}
      {decline.actions.includes('bank') && (
        <details>
          <summary className="tap">{text.askBank}</summary>
          <p className="fine">
            {fillIn(text.askBankText, {
              amount: amount_remaining.display,
              program: setup.program.name,
              day: setup.todayWords,
            })}
          </p>
        </details>
      )}
      <p>
        <SupportLink support={setup.addresses.support} failure={{ ...decline, code: 402, param: null }}>
          {text.tellUs}
        </SupportLink>
      </p>
    </>,
  )
}

type ActionProps = { action: DeclineAction; again: RefObject<HTMLFormElement | null>; isQuiet?: boolean }

function ActionButton({ action, again, isQuiet = false }: ActionProps) {
  const { store, setup, text, isReady } = useCheckout()
  const notice = useShown(store.notice)
  const type = notice?.kind === 'declined' ? notice.decline.type : ''
  const { checkout_methods } = useShown(store.sum)
  if (action === 'method') {
    const method = checkout_methods.find((each) => each !== 'card')
    if (!method) return null
    const choose = () => {
      store.selectMethod(method)
      requestAnimationFrame(() => document.getElementById(`pay-${method}`)?.focus())
    }
    return (
      <button type="button" className="btn small scripted" disabled={!isReady} onClick={choose}>
        {text.actions.method}
      </button>
    )
  }
  if (action === 'wait')
    return (
      <a className="btn small" href={setup.addresses.order}>
        {text.actions.wait}
      </a>
    )
  const toCard = () => {
    store.selectMethod('card')
    if (action === 'other') store.selectCard(null)
    requestAnimationFrame(() => {
      const field = (name: string) => again.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (action === 'other') emptyCardField(again)?.focus()
      else ((action === 'fix' ? field(fieldToFix(type)) : null) ?? field('number'))?.focus()
    })
  }
  return (
    <button
      type="button"
      className={isQuiet ? 'btn quiet small scripted' : 'btn small scripted'}
      disabled={!isReady}
      onClick={action === 'retry' || action === 'auth' ? () => again.current?.requestSubmit() : toCard}
    >
      {text.actions[action]}
    </button>
  )
}
