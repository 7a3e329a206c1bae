import * as z from 'zod/mini'
import { paging } from './paging.ts'
import { TextLanguages } from './texts.ts'

/** A file of an event or a type. `size` is in bytes, and null when it is unknown. */
export const Attachment = z.strictObject({
  id: z.string(),
  object: z.literal('file'),
  name: z.string(),
  url: z.string(),
  content_type: z.string(),
  size: z.nullable(z.int()),
  text_languages: TextLanguages,
})
export type Attachment = z.infer<typeof Attachment>

/** Query of GET explore/events/{event_id}/attachments. */
export const AttachmentListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['position', 'name']), 'position'),
})
export type AttachmentListQuery = z.infer<typeof AttachmentListQuery>
