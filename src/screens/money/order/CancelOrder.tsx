import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { cancelPlaces } from '../../../stores/changes/cancel-place.ts'
import { CancelFailure } from './CancelFailure.tsx'
import type { CancelText } from './CancelPlaces.island.tsx'

type Props = {
  store: ReturnType<typeof cancelPlaces>
  orderId: string
  support: string
  text: CancelText
  isReady: boolean
}

/** Cancels an unpaid order. It is a button, then the consequences and the confirmation. */
export function CancelOrder({ store, orderId, support, text, isReady }: Props) {
  const failure = useStore(store.failure)
  const isSending = useStore(store.isSending)
  const [isOpen, setOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) heading.current?.focus()
    else if (wasOpen.current) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!isOpen)
    return (
      <p className="row">
        <button ref={button} type="button" className="btn quiet" disabled={!isReady} onClick={() => setOpen(true)}>
          {text.whole}
        </button>
      </p>
    )
  return (
    <div className="panel">
      <h3 ref={heading} tabIndex={-1}>
        {text.wholeTitle}
      </h3>
      <p>{text.wholeText}</p>
      <CancelFailure failure={failure} support={support} text={{ ...text, unreachable: text.unreachableOrder }} />
      <p className="row">
        <button type="button" className="btn risk" disabled={isSending} onClick={() => store.sendWhole(orderId)}>
          {isSending ? text.sending : text.whole}
        </button>
        <button type="button" className="btn plain" onClick={() => setOpen(false)}>
          {text.keepOrder}
        </button>
      </p>
    </div>
  )
}
