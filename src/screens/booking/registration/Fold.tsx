import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { fillCount } from '../../../locales/fill-in.ts'
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
  const { store, folds } = useForm()
  const attempt = useStore(store.attempt)
  const [isOpen, setOpen] = useState(() => folds.get(part) ?? (isRefused || isOpenAtFirst()))
  useEffect(() => {
    if (isRefused) setOpen(true)
  }, [isRefused, attempt])

  return (
    <details
      className="ask"
      id={id}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // The reader has opened or folded it.
        if (open === isOpen) return
        folds.set(part, open)
        setOpen(open)
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
      <fieldset className="stack loose">
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
