import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fillCount } from '../../../locales/fill-in.ts'
import { readEarlyInput } from '../../../stores/booking/early-input.ts'
import { Glyph } from '../../../ui/icons.tsx'
import { useForm } from './form-context.ts'

type Props = {
  /** The key of this part among those that the reader opened or folded. */
  part: string
  id?: string
  heading: string
  /** What the part holds, in a line. */
  digest: string | null
  /** How far the part is. */
  badge: ReactNode
  /** True when the part is open at first. */
  isOpenAtFirst: () => boolean
  /** A part with a refused control opens. */
  isRefused: boolean
  children: ReactNode
}

/** A part of the form that folds. It is a `details`, so that it also folds without JavaScript. */
export function Fold({ part, id, heading, digest, badge, isOpenAtFirst, isRefused, children }: Props) {
  const { store, folds, early } = useForm()
  const attempt = useStore(store.attempt)
  const isEarly = useStore(early).has(part)
  const wasEarly = useRef(isEarly)
  const [isOpen, setOpen] = useState(() => folds.get(part) ?? (isEarly || isRefused || isOpenAtFirst()))
  const details = useRef<HTMLDetailsElement>(null)
  const fields = useRef<HTMLFieldSetElement>(null)
  // The HTML may have been used before its script ran.
  useEffect(() => {
    const isShownOpen = details.current?.open === true
    if (isShownOpen !== isOpen) {
      folds.set(part, isShownOpen)
      setOpen(isShownOpen)
    } else if (isOpen && Object.keys(readEarlyInput(fields.current)).length > 0)
      early.set(new Set([...early.get(), part]))
  }, [])
  useEffect(() => {
    if (wasEarly.current && !isEarly && !folds.has(part) && !isOpenAtFirst()) setOpen(false)
    wasEarly.current = isEarly
  }, [isEarly])
  useEffect(() => {
    if (isRefused) setOpen(true)
  }, [isRefused, attempt])

  return (
    <details
      className="ask"
      id={id}
      ref={details}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // The reader has opened or folded it.
        if (open === isOpen) return
        folds.set(part, open)
        setOpen(open)
        if (open) early.set(new Set())
      }}
    >
      <summary>
        <span className="stack tight">
          <b>{heading}</b>
          {digest && <span className="fine muted">{digest}</span>}
        </span>
        {badge}
        <Glyph name="down" />
      </summary>
      <fieldset className="stack loose" ref={fields}>
        <legend className="vh">{heading}</legend>
        {children}
      </fieldset>
    </details>
  )
}

/** The number of answers that are still missing. */
export function HowFar({ missing }: { missing: number }) {
  const { text } = useForm()
  if (missing > 0) return <span className="badge few">{fillCount(text.toFillIn, missing)}</span>
  return (
    <span className="badge good">
      <Glyph name="check" /> {text.complete}
    </span>
  )
}
