import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Failure, FailureWords } from '../api/api-failure.ts'
import type { Toasts } from '../stores/toast.ts'
import { SupportLink } from './ProblemSummary.tsx'

/** The address and the words of the support link. */
type SupportWay = { address: string; words: string }

/** The only toast of the page. A confirmation is announced politely, a failure at once. */
export function Toaster({ toasts, support = null }: { toasts: Toasts; support?: SupportWay | null }) {
  const toast = useStore(toasts.toast)
  return (
    <>
      <div role="status">{toast?.kind === 'done' && <ToastText toasts={toasts} />}</div>
      <div role="alert">{toast?.kind === 'danger' && <ToastText toasts={toasts} support={support} />}</div>
    </>
  )
}

type FailureToastProps = { toasts: Toasts; failure: Failure | null; words: FailureWords }

/**
 * A toast for a failure that the page also announces. It is visible wherever the page is scrolled, and read out once.
 */
export function FailureToast({ toasts, failure, words }: FailureToastProps) {
  useEffect(() => {
    if (failure) toasts.showFailure(failure, words)
  }, [failure])
  // An empty element would have a gap of its own in the form.
  return <ToastText toasts={toasts} isSilent />
}

type ToastTextProps = { toasts: Toasts; support?: SupportWay | null; isSilent?: boolean }

function ToastText({ toasts, support = null, isSilent = false }: ToastTextProps) {
  const toast = useStore(toasts.toast)
  if (!toast) return null
  return (
    <div
      aria-hidden={isSilent || undefined}
      className={`toast no-print ${toast.isLeaving ? 'leaving' : ''}`}
      onPointerEnter={toasts.pause}
      onPointerLeave={toasts.resume}
      data-kind={toast.kind}
    >
      {toast.title && <b>{toast.title} </b>}
      {toast.text}
      {support && toast.failure && (
        <>
          {' '}
          <SupportLink support={support.address} failure={toast.failure}>
            {support.words}
          </SupportLink>
        </>
      )}
    </div>
  )
}
