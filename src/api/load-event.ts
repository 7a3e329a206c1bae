import { env } from 'cloudflare:workers'
import type { Attachment } from '#contract/attachment'
import type { Event, EventOption } from '#contract/event'
import { largestPageSize } from '#contract/limits'
import { pageAttachments } from '../../functions/in-process.ts'
import { elsewhere, explore } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

/** An event, all its options and its files, asked for at once. Null: there is no such event to show. */
export async function loadEvent(
  executionCtx: ExecutionContext,
  eventId: string,
): Promise<{ event: Event; options: EventOption[]; files: Attachment[] } | null> {
  const api = explore(executionCtx)
  const param = { event_id: eventId }
  const query = { limit: String(largestPageSize) }
  const [event, options, files] = await Promise.all([
    api.events[':event_id'].$get({ param }).then(readOrNull),
    api.events[':event_id'].options.$get({ param, query }).then(readOrNull),
    elsewhere
      ? api.events[':event_id'].attachments
          .$get({ param, query })
          .then(readOrNull)
          .then((found) => found?.data ?? [])
      : pageAttachments(env, param),
  ])
  return event && options ? { event, options: options.data, files } : null
}
