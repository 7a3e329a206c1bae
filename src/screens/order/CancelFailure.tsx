import { useEffect, useRef } from 'react'
import type { Failure } from '../../api/api-failure.ts'
import { formFailureText } from '../../stores/failure-text.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import type { CancelText } from './CancelPlaces.island.tsx'

/** Why a place or an order could not be cancelled. It takes the focus: the button was disabled meanwhile. */
export function CancelFailure({ failure, text }: { failure: Failure | null; text: CancelText }) {
  const words = formFailureText(failure, text)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [failure])
  return (
    words && (
      <div className="notice stop" role="alert" tabIndex={-1} ref={box}>
        <Glyph name="alert" />
        <div className="stack tight">
          <p>
            <b>{words.title ?? words.text}</b>
          </p>
          {words.title && <p>{words.text}</p>}
        </div>
      </div>
    )
  )
}
