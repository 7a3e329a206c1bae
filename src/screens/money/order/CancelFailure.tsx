import { useEffect, useRef } from 'react'
import type { Failure } from '../../../api/api-failure.ts'
import { Glyph } from '../../../ui/icons.tsx'
import { SupportLink } from '../../../ui/ProblemSummary.tsx'
import type { CancelText } from './CancelPlaces.island.tsx'
import { formFailureText } from '../../../stores/toast.ts'

type Props = { failure: Failure | null; support: string; text: CancelText }

/**
 * The reason for which a place or an order could not be cancelled. The text takes the focus, because the button was
 * disabled.
 */
export function CancelFailure({ failure, support, text }: Props) {
  const words = formFailureText(failure, text)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [failure])
  return (
    words &&
    failure && (
      <div className="notice stop" role="alert" tabIndex={-1} ref={box}>
        <Glyph name="alert" />
        <div className="stack tight">
          <p>
            <b>{words.title ?? words.text}</b>
          </p>
          {words.title && <p>{words.text}</p>}
          <p>
            <SupportLink support={support} failure={failure}>
              {text.report}
            </SupportLink>
          </p>
        </div>
      </div>
    )
  )
}
