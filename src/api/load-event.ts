import type { Event, EventOption } from '#contract/event'
import { largestPageSize } from '#contract/limits'
import { explore } from './in-process.ts'

/** An event and all its options, asked for at once. Null: there is no such event to show. */
export async function loadEvent(executionCtx: ExecutionContext, eventId: string): Promise<{ event: Event; options: EventOption[] } | null> {
  const api = explore(executionCtx)
  const param = { event_id: eventId }
  const [event, options] = await Promise.all([
    api.events[':event_id'].$get({ param }),
    api.events[':event_id'].options.$get({ param, query: { limit: String(largestPageSize) } }),
  ])
  if (event.status === 404 || options.status === 404 || event.status === 400) return null
  if (!event.ok || !options.ok) throw new Error(`The API answered ${event.status} and ${options.status} for an event`)
  return { event: await event.json(), options: (await options.json()).data }
}
