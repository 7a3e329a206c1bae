import { type FailureToReport, withFailure } from '../address.ts'
import type { ReactNode, RefObject } from 'react'
import { fillIn } from '../locales/fill-in.ts'
import { Glyph } from './icons.tsx'

type Problem = { name: string; label: string; message: string }
type Props = {
  problems: Problem[]
  failureText: { title: string | null; text: string } | null
  /** The link to the support form, under a failure. */
  supportLink?: ReactNode
  note?: string | null
  words: { missingOne: string; missingMany: string; labelled: string }
  containerRef: RefObject<HTMLDivElement | null>
}

/** Errors of the form, at its top. It takes the focus, and its links lead to the controls. */
export function ProblemSummary({ problems, failureText, supportLink, note = null, words, containerRef }: Props) {
  if (problems.length === 0 && !failureText) return null
  const heading =
    problems.length === 0
      ? (failureText?.title ?? failureText?.text)
      : problems.length === 1
        ? words.missingOne
        : fillIn(words.missingMany, { count: problems.length })
  return (
    <div className="notice stop" role="alert" tabIndex={-1} ref={containerRef}>
      <Glyph name="alert" />
      <div className="stack tight">
        <p>
          <b>{heading}</b>
        </p>
        {failureText && failureText.text !== heading && <p>{failureText.text}</p>}
        {failureText && supportLink && <p>{supportLink}</p>}
        {problems.length > 0 && (
          <ul className="list">
            {problems.map(({ name, label, message }) => (
              <li key={`${name}${message}`}>
                <a href={`#${name}`} onClick={(event) => focusOn(event, name)}>
                  {lineOf(label, message, words.labelled)}
                </a>
              </li>
            ))}
          </ul>
        )}
        {note && <p>{note}</p>}
      </div>
    </div>
  )
}

/** A label that ends in a question mark needs no colon. */
function lineOf(label: string, message: string, labelled: string): string {
  if (label === message) return message
  return label.endsWith('?') ? `${label} ${message}` : fillIn(labelled, { label, message })
}

function focusOn(event: React.MouseEvent, name: string) {
  const control = document.getElementById(name)
  if (!control) return
  event.preventDefault()
  control.focus()
  control.scrollIntoView({ block: 'center' })
}

type SupportLinkProps = { support: string; failure: FailureToReport; children: string }

/** The link to the support form with details of the failure: error codes and URLs, no personal text. */
export function SupportLink({ support, failure: { type, code, param, path, timestamp }, children }: SupportLinkProps) {
  return (
    <a className="tap" href={withFailure(support, { type, code, param, path, timestamp })}>
      {children}
    </a>
  )
}
