import * as z from 'zod/mini'
import { code, Id } from './field-rules.ts'

/** What a file is for: the answer to a question, or the picture of a person. */
export const filePurposes = ['attachment', 'picture'] as const
export type FilePurpose = (typeof filePurposes)[number]
/** Who may open a file. A purpose has one; another cannot be chosen. */
export const fileAccesses = ['private', 'public'] as const
export type FileAccess = (typeof fileAccesses)[number]
export const accessOf: Record<FilePurpose, FileAccess> = { attachment: 'private', picture: 'private' }

/** Bytes of a file as it is sent. */
export const largestUploadBytes = 10 * 1024 * 1024
/** Pixels of a picture on either side. */
export const longestPictureSide = 10_000
/** What a file picker offers; what is taken is decided by the bytes. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const uploadTypes = [...pictureTypes, 'application/pdf'] as const
export type UploadType = (typeof uploadTypes)[number]

/** Body of POST files, as multipart: `file` is the file itself. */
export const UploadRequest = z.strictObject({
  purpose: z.enum(filePurposes, { error: code('invalid_option') }),
  access: z.optional(z.enum(fileAccesses, { error: code('invalid_option') })),
  file: z.string({ error: code('required') }),
})
export type UploadRequest = z.infer<typeof UploadRequest>

/** A file on the wire. `url` opens it for some minutes, for whoever has it; read the file again for the next address. `picture_url` is the same in small, null for a document. */
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
  expires_at: z.string(),
  created: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>
export const InFile = z.strictObject({ file_id: Id })
