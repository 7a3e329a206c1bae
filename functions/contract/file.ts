import * as z from 'zod/mini'
import { code, Id } from './field-rules.ts'
import { fileAccesses, filePurposes } from './upload-limits.ts'

/** Body of POST files, as multipart: `file` is the file itself. */
export const UploadRequest = z.strictObject({
  purpose: z.enum(filePurposes, { error: code('invalid_option') }),
  access: z.optional(z.enum(fileAccesses, { error: code('invalid_option') })),
  file: z.string({ error: code('required') }),
})
export type UploadRequest = z.infer<typeof UploadRequest>

/**
 * A file of the API. `url` opens it for some minutes without a log-in; read the file again for a new URL. The URL of a
 * public picture stays, and `expires_at` is null. `picture_url` is the small size, null for a document.
 */
export const StoredFile = z.strictObject({
  id: z.string(),
  object: z.literal('file'),
  purpose: z.enum(filePurposes),
  access: z.enum(fileAccesses),
  name: z.string(),
  url: z.string(),
  picture_url: z.nullable(z.string()),
  content_type: z.enum(['image/webp', 'application/pdf']),
  size: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  expires_at: z.nullable(z.string()),
  created: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>
export const InFile = z.strictObject({ file_id: Id })
