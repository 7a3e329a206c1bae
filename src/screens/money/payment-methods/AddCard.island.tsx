import { useStore } from '@nanostores/react'
import { lazy, type SubmitEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Language, Text } from '../../../locales/choose-language.ts'
import { addCard } from '../../../stores/money/add-card.ts'
import type { StripeCardInput } from '../../../stores/money/stripe-card.ts'
import { Glyph } from '../../../ui/icons.tsx'
import { SupportLink } from '../../../ui/ProblemSummary.tsx'
import { WaitingCard } from '../checkout/WaitingCard.tsx'
import type { ReadCard } from '../checkout/CardChoice.tsx'
import { formFailureText } from '../../../stores/toast.ts'

// Production builds contain no sandbox.
const SandboxCard = DEVELOPMENT_TOOLS ? lazy(() => import('../checkout/SandboxCard.tsx')) : null
const StripeCard = lazy(() => import('../checkout/StripeCard.tsx'))

type Props = {
  programId: string
  language: Language
  /** The page that opens once the card is stored. */
  doneAddress: string
  /** The page to continue to after a bank step. Null means the stored cards. */
  returnUrl: string | null
  /** The words with which the customer lets the organisation charge the card later; null where there are none to agree to. */
  consent: { version: string; text: string } | null
  today: string
  /** The URL of the program's support form, which names this page. */
  support: string
  /** The settings of Stripe's form; null for the sandbox's form. The script loads only when a customer adds a card. */
  stripe: Pick<StripeCardInput, 'publishableKey' | 'account' | 'language' | 'currency'> | null
  text: Text['paymentMethods']['add']
  cardText: Text['checkout']
}

// A bank step returns to the URL of its attempt. This URL is for redirects within the form itself.
const storing = (stripe: NonNullable<Props['stripe']>) => ({
  ...stripe,
  amount: null,
  stores: true,
  returnUrl: window.location.href,
})

/** Stores a card. Its form is the provider's; the site receives only a token. */
export default function AddCard({
  programId,
  language,
  doneAddress,
  returnUrl,
  consent,
  today,
  support,
  stripe,
  text,
  cardText,
}: Props) {
  const store = useMemo(
    () =>
      addCard(
        { programId, doneAddress, language, returnUrl },
        { navigate: (address) => window.location.assign(address) },
      ),
    [],
  )
  const isBusy = useStore(store.isBusy)
  const failure = useStore(store.failure)
  const bank = useStore(store.bank)
  const problem = formFailureText(failure, { ...cardText, unreachable: text.unreachable })?.text ?? null
  const [isReady, setReady] = useState(false)
  const [isOpen, setOpen] = useState(stripe === null)
  const read = useRef<ReadCard | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  const takesTestCards = stripe?.publishableKey.startsWith('pk_test_') ?? true
  const waiting = <WaitingCard hasTestCards={takesTestCards} text={cardText} />
  const isDefault = useRef<HTMLInputElement>(null)
  const agrees = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => setReady(true), [])
  useEffect(() => {
    if (failure !== null || bank !== null) notice.current?.focus()
  }, [failure, bank])

  function open() {
    setOpen(true)
    heading.current?.focus()
  }
  function add(event: SubmitEvent) {
    event.preventDefault()
    const version = agrees.current?.checked ? (consent?.version ?? null) : null
    store.add(async () => (await read.current?.()) ?? null, isDefault.current?.checked ?? false, version)
  }

  return (
    <form className="panel" method="post" noValidate onSubmit={add}>
      <div className="stack tight">
        <h2 id="add" tabIndex={-1} ref={heading}>
          {text.title}
        </h2>
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
            {failure && (
              <p>
                <SupportLink support={support} failure={failure}>
                  {cardText.tellUs}
                </SupportLink>
              </p>
            )}
          </div>
        </div>
      )}
      {isOpen && !isReady && waiting}
      {isOpen && isReady && (
        <Suspense fallback={waiting}>
          {stripe ? (
            <StripeCard read={read} form={storing(stripe)} isTest={takesTestCards} text={cardText} />
          ) : (
            SandboxCard && <SandboxCard read={read} text={cardText} today={today} />
          )}
        </Suspense>
      )}
      {isOpen ? (
        <>
          <label className="tap">
            <input type="checkbox" ref={isDefault} disabled={!isReady} /> {text.makeDefault}
          </label>
          {consent && (
            <label className="choice">
              <input type="checkbox" ref={agrees} disabled={!isReady} /> <span>{consent.text}</span>
            </label>
          )}
          <button type="submit" className="btn wide" disabled={!isReady || isBusy}>
            {isBusy ? text.sending : text.press}
          </button>
        </>
      ) : (
        <button type="button" className="btn wide" disabled={!isReady} onClick={open}>
          {text.title}
        </button>
      )}
    </form>
  )
}
