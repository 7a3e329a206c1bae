import type { Event, EventOption } from '#contract/event'
import { largestPageSize } from '#contract/limits'
import { explore } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

/** An event and all its options, asked for at once. Null: there is no such event to show. */
export async function loadEvent(executionCtx: ExecutionContext, eventId: string): Promise<{ event: Event; options: EventOption[] } | null> {
  const api = explore(executionCtx)
  const param = { event_id: eventId }
  const [event, options] = await Promise.all([
    api.events[':event_id'].$get({ param }).then(readOrNull),
    api.events[':event_id'].options.$get({ param, query: { limit: String(largestPageSize) } }).then(readOrNull),
  ])
  return event && options ? { event, options: options.data } : null
}
