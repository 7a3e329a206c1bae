import * as z from 'zod/mini'
import { paging } from './paging.ts'
import { TextLanguages } from './texts.ts'

/** Kinds of files that may hang on an event, by the ending of their address. */
export const attachmentTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  txt: 'text/plain',
} as const

/** The content type of a file by the ending of its address; a file of any other kind is downloaded, not shown. */
export function contentTypeOf(url: string): string {
  const ending = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(attachmentTypes, ending)
    ? attachmentTypes[ending as keyof typeof attachmentTypes]
    : 'application/octet-stream'
}

/** Attachment. `size` in bytes, null where it is not known. */
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
