import { storageVersion, toastLeavingMs, toastMs } from '#contract/limits'
import { atom } from 'nanostores'
import { type Failure, type FailureWords, failureText } from '../api/api-failure.ts'

export type Toast = {
  id: number
  kind: 'done' | 'danger'
  title: string | null
  text: string
  /** The failure, for a report about it; null for a confirmation. */
  failure: Failure | null
  staysOpen: boolean
  isLeaving: boolean
}
type ToastInput = Pick<Toast, 'kind' | 'text'> & Partial<Pick<Toast, 'title' | 'failure' | 'staysOpen'>>
type Timers = { set: (work: () => void, ms: number) => unknown; clear: (timer: never) => void }

/** Shows one toast at a time. A new one replaces the last, and each leaves after 5 s and 700 ms. */
export function toasts(
  timers: Timers = { set: (work, ms) => setTimeout(work, ms), clear: (timer) => clearTimeout(timer) },
) {
  const $toast = atom<Toast | null>(null)
  let timer: unknown = null
  let lastId = 0

  function later(work: () => void, ms: number) {
    timers.clear(timer as never)
    timer = timers.set(work, ms)
  }
  function leave() {
    const toast = $toast.get()
    if (!toast) return
    $toast.set({ ...toast, isLeaving: true })
    later(() => $toast.set(null), toastLeavingMs)
  }
  function show({ kind, title = null, text, failure = null, staysOpen = false }: ToastInput) {
    lastId += 1
    $toast.set({ id: lastId, kind, title, text, failure, staysOpen, isLeaving: false })
    timers.clear(timer as never)
    if (!staysOpen) later(leave, toastMs)
  }
  /** Keeps a toast while the pointer is over it. */
  function pause() {
    const toast = $toast.get()
    if (!toast) return
    timers.clear(timer as never)
    $toast.set({ ...toast, isLeaving: false })
  }
  function resume() {
    const toast = $toast.get()
    if (toast && !toast.staysOpen) later(leave, toastMs)
  }
  function showFailure(failure: Failure, words: FailureWords) {
    const shownText = failureText(failure, words)
    if (shownText) show({ kind: 'danger', failure, ...shownText })
  }
  return { toast: $toast, show, showFailure, close: leave, pause, resume }
}

export type Toasts = ReturnType<typeof toasts>

const toastKey = `${storageVersion}:toast`

/** Stores a confirmation for the next page. */
export const storeToast = (session: Pick<Storage, 'setItem'>, text: string): void => session.setItem(toastKey, text)

/** Returns the previous page's confirmation, once. */
export function takeToast(session: Pick<Storage, 'getItem' | 'removeItem'>): string | null {
  const text = session.getItem(toastKey)
  session.removeItem(toastKey)
  return text
}

/** The text of a form for a failed call. An unreachable site has a sentence of its own. */
export function formFailureText(
  failure: Failure | null,
  words: FailureWords & { unreachable: string },
): { title: string | null; text: string } | null {
  if (!failure) return null
  return failure.type === 'unreachable' ? { title: null, text: words.unreachable } : failureText(failure, words)
}
