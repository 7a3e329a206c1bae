import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { PlainEvent } from './plain-events.ts'

/** The longest cache time of a response: the number of free places is never older than 30 s. */
const keptMs = 31_000
/** The longest duration of a request. */
const windowMs = 5000

/**
 * The site's time at a moment when no event begins or ends within the cache time or the next request, so that cached
 * and fresh responses agree.
 */
export async function steadyMoment(site: ProofSite, events: readonly PlainEvent[]): Promise<number> {
  for (;;) {
    const now = site.now()
    const edge = events
      .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
      .find((index) => index > now - keptMs && index < now + windowMs)
    if (edge === undefined) return now
    await sleep(edge + keptMs + 1 - now)
  }
}
