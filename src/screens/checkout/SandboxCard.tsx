import { type RefObject, useEffect, useRef, useState } from 'react'
import { sandboxCards } from '#contract/sandbox-cards'
import { TextField } from '../../ui/TextField.tsx'
import type { CheckoutText } from './checkout-context.ts'

/** Reads the card form: the source to pay with, or null after showing what is wrong. */
export type ReadCard = () => string | null
type Wrong = { number?: string; exp?: string; cvc?: string }

function isPast(exp: string, today: string): boolean {
  const match = /^(\d{2})\s*\/?\s*(\d{2}|\d{4})$/.exec(exp)
  const [month, year] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || month < 1 || month > 12) return true
  return `${year < 100 ? 2000 + year : year}-${String(month).padStart(2, '0')}` < today.slice(0, 7)
}

/** The sandbox provider's card form: its test numbers stand for sources, nothing typed here leaves the page. Local builds only. */
export default function SandboxCard({
  read,
  text,
  today,
}: {
  read: RefObject<ReadCard | null>
  text: CheckoutText
  today: string
}) {
  const [wrong, setWrong] = useState<Wrong>({})
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    read.current = () => {
      const field = (name: string) =>
        box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value.trim() ?? ''
      const card = sandboxCards.find(({ number }) => number === field('number').replace(/[\s-]/g, ''))
      const errors: Wrong = {
        ...(card ? {} : { number: text.cardNumberError }),
        ...(isPast(field('exp'), today) ? { exp: text.expiryError } : {}),
        ...(/^\d{3,4}$/.test(field('cvc')) ? {} : { cvc: text.securityCodeError }),
      }
      setWrong(errors)
      const [first] = Object.keys(errors)
      if (first) box.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return first ? null : (card?.source ?? null)
    }
    return () => {
      read.current = null
    }
  }, [])

  return (
    <div className="under stack" ref={box}>
      <TextField
        name="number"
        label={text.cardNumber}
        error={wrong.number ?? null}
        input={{ inputMode: 'numeric', autoComplete: 'cc-number', maxLength: 23 }}
      />
      <div className="pair even">
        <TextField
          name="exp"
          label={text.expiry}
          hint={text.expiryHint}
          error={wrong.exp ?? null}
          input={{ inputMode: 'numeric', autoComplete: 'cc-exp', maxLength: 7 }}
        />
        <TextField
          name="cvc"
          label={text.securityCode}
          hint={text.securityCodeHint}
          error={wrong.cvc ?? null}
          input={{ inputMode: 'numeric', autoComplete: 'cc-csc', maxLength: 4 }}
        />
      </div>
      <p className="fine muted">{text.testCards}</p>
    </div>
  )
}
