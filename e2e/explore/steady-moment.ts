import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { PlainEvent } from './plain-events.ts'

/** As long as an answer may be cached: places left are never older than 30 s. */
const keptMs = 31_000
/** As long as an answer may take. */
const windowMs = 5000

/** The site's time once no event has begun or ended for as long as answers are kept, and none does while one is asked for: then an answer is of this moment, kept or not. */
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
