import { atom, onMount, type ReadableAtom } from 'nanostores'

/** A form that takes longer than this shows the remaining wait, and asks for it again at the same interval. */
const queueDelayMs = 2500
const lookEveryMs = 4000

/**
 * Reports the remaining wait in seconds while a request is sent. It is 0 when unknown, and null when there is nothing
 * to show.
 */
export function watchLine(
  $isSending: ReadableAtom<boolean>,
  readSeconds: () => Promise<number> = askSite,
): ReadableAtom<number | null> {
  const $seconds = atom<number | null>(null)
  onMount($seconds, () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const showWait = async () => {
      const seconds = await readSeconds()
      if (!$isSending.get()) return
      $seconds.set(seconds)
      timer = setTimeout(showWait, lookEveryMs)
    }
    const stop = $isSending.subscribe((isSending) => {
      clearTimeout(timer)
      $seconds.set(null)
      if (isSending) timer = setTimeout(showWait, queueDelayMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  })
  return $seconds
}

/** Only the proxy process of a one-machine installation knows the wait. */
async function askSite(): Promise<number> {
  try {
    const answer = await fetch('/line', { headers: { Accept: 'application/json' } })
    return answer.ok ? ((await answer.json()) as { seconds: number }).seconds : 0
  } catch {
    return 0
  }
}
