import { type SubmitEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { PaymentSource } from '#contract/customer'
import type { CardSetup } from '#contract/payment-method'
import { type Failure, failureText } from '../../api/api-failure.ts'
import { fetchTokenAhead, windowCalls } from '../../api/browser.ts'
import type { Text } from '../../locales/choose-language.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import type { ReadCard } from '../checkout/SandboxCard.tsx'

// A production build has no sandbox in it.
const CardForm = DEVELOPMENT_TOOLS ? lazy(() => import('../checkout/SandboxCard.tsx')) : null

type Props = {
  programId: string
  /** Of the page, once the card is stored. */
  doneAddress: string
  today: string
  text: Text['paymentMethods']['add']
  cardText: Text['checkout']
}

/** Stores a card: its form is the provider's, the site only learns what stands for it. */
export default function AddCard({ programId, doneAddress, today, text, cardText }: Props) {
  const [isReady, setReady] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [bank, setBank] = useState<string | null>(null)
  const read = useRef<ReadCard | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  const isDefault = useRef<HTMLInputElement>(null)

  useEffect(() => {
    setReady(true)
    fetchTokenAhead()
  }, [])
  useEffect(() => {
    if (problem !== null || bank !== null) notice.current?.focus()
  }, [problem, bank])

  const wordsOf = (failure: Failure) =>
    failure.type === 'unreachable'
      ? text.unreachable
      : (failureText(failure, cardText)?.text ?? cardText.somethingWrongText)

  async function add(event: SubmitEvent) {
    event.preventDefault()
    const source = read.current?.() ?? null
    if (source === null || isBusy) return
    setBusy(true)
    setProblem(null)
    setBank(null)
    const answer = await windowCalls()<PaymentSource | CardSetup>(
      `/v1/profile/programs/${encodeURIComponent(programId)}/payment_methods/${encodeURIComponent(source)}/attach`,
      { method: 'POST', body: { is_default: isDefault.current?.checked ?? false } },
    )
    if (answer.ok && answer.data.object === 'payment_source') return window.location.assign(doneAddress)
    if (answer.ok && 'next_action_url' in answer.data && answer.data.next_action_url) {
      setBank(answer.data.next_action_url)
      window.location.assign(answer.data.next_action_url)
    } else if (!answer.ok && !answer.failure.isAborted && answer.failure.code !== 401)
      setProblem(wordsOf(answer.failure))
    setBusy(false)
  }

  return (
    <form className="panel" method="post" noValidate onSubmit={add}>
      <div className="stack tight">
        <h2 id="add">{text.title}</h2>
        <p className="fine muted">{text.text}</p>
      </div>
      {(problem !== null || bank !== null) && (
        <div className={`notice ${bank ? 'few' : 'stop'}`} role="alert" tabIndex={-1} ref={notice}>
          <Glyph name="alert" />
          <div className="stack tight">
            <p>
              <b>{bank ? text.toBankText : text.problem}</b>
            </p>
            {bank ? (
              <p>
                <a className="btn" href={bank}>
                  {text.toBank}
                </a>
              </p>
            ) : (
              <p>{problem}</p>
            )}
          </div>
        </div>
      )}
      {CardForm && isReady && (
        <Suspense fallback={<div className="wait" aria-hidden="true" />}>
          <CardForm read={read} text={cardText} today={today} />
        </Suspense>
      )}
      <label className="tap">
        <input type="checkbox" ref={isDefault} disabled={!isReady} /> {text.makeDefault}
      </label>
      <button type="submit" className="btn wide" disabled={!isReady || isBusy}>
        {isBusy ? text.sending : text.press}
      </button>
    </form>
  )
}
