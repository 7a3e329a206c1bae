import { atom, onMount, type ReadableAtom } from 'nanostores'

/** A form that takes longer than this is told where it stands, and again and again after this. */
const firstLookMs = 2500
const lookEveryMs = 4000

/** While something is sent: the seconds that the site says it will still take, 0 where it does not know; null while there is nothing to say. */
export function watchLine(
  $isSending: ReadableAtom<boolean>,
  readSeconds: () => Promise<number> = askSite,
): ReadableAtom<number | null> {
  const $seconds = atom<number | null>(null)
  onMount($seconds, () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const seconds = await readSeconds()
      if (!$isSending.get()) return
      $seconds.set(seconds)
      timer = setTimeout(look, lookEveryMs)
    }
    const stop = $isSending.subscribe((isSending) => {
      clearTimeout(timer)
      $seconds.set(null)
      if (isSending) timer = setTimeout(look, firstLookMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  })
  return $seconds
}

/** On one machine the site's front knows; elsewhere nobody does. */
async function askSite(): Promise<number> {
  try {
    const answer = await fetch('/line', { headers: { Accept: 'application/json' } })
    return answer.ok ? ((await answer.json()) as { seconds: number }).seconds : 0
  } catch {
    return 0
  }
}
