import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Text } from '../../../locales/choose-language.ts'
import { fillIn } from '../../../locales/fill-in.ts'
import { type CancelPlace, cancelPlaces, type CancelSetup } from '../../../stores/changes/cancel-place.ts'
import { storeToast, takeToast, toasts } from '../../../stores/toast.ts'
import { Toaster } from '../../../ui/Toaster.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { CancelPanel } from './CancelPanel.tsx'

export type CancelText = Text['order']['cancel']
type Props = { setup: CancelSetup; text: CancelText; heading: string }

function doneWords(text: CancelText, { name, preview, isPaid, whole, visit }: CancelPlace): string {
  const words = { name, amount: preview.amount.display }
  if (isPaid && visit && visit.left !== null)
    return fillIn(visit.isBack ? text.doneVisit : text.doneVisitUsed, { name, left: visit.left, total: visit.total })
  if (whole && preview.amount.value === 0) return text.doneWhole
  if (whole) return fillIn(preview.result === 'request' ? text.doneWholeRequest : text.doneWholeMoney, words)
  if (!isPaid || preview.amount.value === 0) return fillIn(text.done, words)
  return fillIn(
    preview.result === 'request' ? text.doneRequest : preview.result === 'automatic' ? text.doneMoney : text.done,
    words,
  )
}

/** The places that can be cancelled, one panel at a time. */
export default function CancelPlaces({ setup, text, heading }: Props) {
  const toast = useMemo(() => toasts(), [])
  const store = useMemo(
    () =>
      cancelPlaces(setup, {
        done: ({ place }) => {
          storeToast(sessionStorage, doneWords(text, place))
          window.location.assign(setup.address)
        },
        ended: () => {
          storeToast(sessionStorage, text.doneWhole)
          window.location.assign(setup.address)
        },
      }),
    [],
  )
  const places = useStore(store.places)
  const open = useStore(store.isOpen)
  const [isReady, setReady] = useState(false)
  /** Opens the place that the address names: the menu of a place and a link from the bookings lead to it. */
  function openLinked() {
    const linked = /^#change-(.+)$/.exec(window.location.hash)?.[1]
    if (linked && store.places.get().some(({ registration_id }) => registration_id === linked)) store.open(linked)
  }
  useEffect(() => {
    setReady(true)
    openLinked()
    window.addEventListener('hashchange', openLinked)
    const toastText = takeToast(sessionStorage)
    if (!toastText) return
    toast.show({ kind: 'done', text: toastText })
    // The page was reloaded after a cancellation. The focus moves to the order's new state.
    document.getElementById('order-state')?.focus()
  }, [])
  const lastOpen = useRef(open)
  useEffect(() => {
    if (open === null && lastOpen.current !== null) {
      // The same link opens the panel again.
      history.replaceState(history.state, '', window.location.pathname + window.location.search)
      const place = lastOpen.current
      ;(document.getElementById(`manage-${place}`) ?? document.getElementById(`change-${place}`))?.focus()
    }
    lastOpen.current = open
  }, [open])

  const chosen = places.find(({ registration_id }) => registration_id === open)
  return (
    <>
      {(chosen || setup.unpaidOrderId || places.some(({ whole }) => whole)) && (
        <section className="stack no-print scripted" aria-labelledby="changes">
          <h2 id="changes">{heading}</h2>
          {chosen && (
            <CancelPanel key={chosen.registration_id} store={store} setup={setup} place={chosen} text={text} />
          )}
          {!chosen &&
            places
              .filter(({ whole }) => whole)
              .map(({ registration_id }) => (
                <p className="row" key={registration_id}>
                  <button
                    type="button"
                    className="btn quiet"
                    id={`change-${registration_id}`}
                    disabled={!isReady}
                    onClick={() => store.open(registration_id)}
                  >
                    {text.whole}
                  </button>
                </p>
              ))}
          {setup.unpaidOrderId && !chosen && (
            <CancelOrder
              store={store}
              orderId={setup.unpaidOrderId}
              support={setup.support}
              text={text}
              isReady={isReady}
            />
          )}
        </section>
      )}
      <Toaster toasts={toast} />
    </>
  )
}
