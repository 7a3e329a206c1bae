import { setTimeout as wait } from 'node:timers/promises'
import { hourMs } from '../functions/contract/limits.ts'
import { clockAway, clockFrom, momentNamed } from '../functions/test-bench/moment.ts'

const port = process.env.STORY_PORT

/**
 * Offset of the demo site's clock during stories: chosen by the first process of a run and inherited by its children. A
 * running site reports its own offset.
 */
process.env.SITE_CLOCK_OFFSET_MS ??= String(
  (port ? await offsetShownAt(port) : null) ?? clockFrom(momentNamed('the end of a month')).offsetMs,
)

/** The clock of the demo site. */
export const siteClock = clockAway(Number(process.env.SITE_CLOCK_OFFSET_MS))

/** The time this many hours from now, by the demo site's clock. */
export const inHours = (hours: number): string => new Date(siteClock.now() + hours * hourMs).toISOString()
/** The time this many days from now, by the demo site's clock. */
export const inDays = (days: number): string => inHours(24 * days)

async function offsetShownAt(storyPort: string): Promise<number | null> {
  try {
    const shown = (await (await fetch(`http://localhost:${storyPort}/dev/clock`)).json()) as { now: string }
    return clockFrom(Date.parse(shown.now)).offsetMs
  } catch {
    return null
  }
}

/** Waits for midnight in Toronto if it is less than a minute away, for a story in which a new day changes the order. */
export async function passMidnight(): Promise<void> {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Toronto', timeStyle: 'medium' })
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(siteClock.now()).split(':').map(Number)
  const left = 24 * 3600 - (hours * 3600 + minutes * 60 + seconds)
  if (left < 60) await wait((left + 1) * 1000)
}
