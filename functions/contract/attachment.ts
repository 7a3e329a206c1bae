import * as z from 'zod/mini'
import { paging } from './paging.ts'

/** Kinds of files that may hang on an event, by the ending of their address (decisions.md §12, "file", and plain text). */
export const attachmentTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  txt: 'text/plain',
} as const

/** Attachment of decisions.md §27. `size` in bytes, null where nobody said it. */
export const Attachment = z.strictObject({
  id: z.string(),
  object: z.literal('file'),
  name: z.string(),
  url: z.string(),
  content_type: z.string(),
  size: z.nullable(z.int()),
})
export type Attachment = z.infer<typeof Attachment>

/** Query of GET explore/events/{event_id}/attachments (api.txt §7). */
export const AttachmentListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['position', 'name']), 'position'),
})
export type AttachmentListQuery = z.infer<typeof AttachmentListQuery>
