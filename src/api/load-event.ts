import type { Attachment } from '#contract/attachment'
import type { Event, EventOption } from '#contract/offering/event'
import { largestPageSize } from '#contract/limits'
import { explore, type PageRequest } from './api-client.ts'
import { pageReads } from './page-reads.ts'
import { readOrNull } from './read-answer.ts'

/** An event that is booked, with all its options. */
export type BookedEvent = { event: Event; options: EventOption[] }

/** Loads an event with all its options; null when there is none to show. */
export async function loadBookedEvent(request: PageRequest, eventId: string): Promise<BookedEvent | null> {
  const api = explore(request).events[':event_id']
  const param = { event_id: eventId }
  const [event, options] = await Promise.all([
    api.$get({ param }).then(readOrNull),
    api.options.$get({ param, query: { limit: String(largestPageSize) } }).then(readOrNull),
  ])
  return event && options ? { event, options: options.data } : null
}

/** Loads an event with all its options and files; null when there is none to show. */
export async function loadEvent(
  request: PageRequest,
  eventId: string,
): Promise<(BookedEvent & { files: Attachment[] }) | null> {
  const [booked, files] = await Promise.all([
    loadBookedEvent(request, eventId),
    pageReads.attachments({ event_id: eventId }, request.language),
  ])
  return booked && { ...booked, files }
}
