import type { Attachment } from '#contract/attachment'
import type { Event, EventOption } from '#contract/offering/event'
import { largestPageSize } from '#contract/limits'
import { explore, type PageRequest } from './api-client.ts'
import { pageReads } from './page-reads.ts'
import { readOrNull } from './read-answer.ts'

/** Loads an event with all its options and files; null when there is none to show. */
export async function loadEvent(
  request: PageRequest,
  eventId: string,
): Promise<{ event: Event; options: EventOption[]; files: Attachment[] } | null> {
  const api = explore(request).events[':event_id']
  const param = { event_id: eventId }
  const [event, options, files] = await Promise.all([
    api.$get({ param }).then(readOrNull),
    api.options.$get({ param, query: { limit: String(largestPageSize) } }).then(readOrNull),
    pageReads.attachments(param, request.language),
  ])
  return event && options ? { event, options: options.data, files } : null
}
