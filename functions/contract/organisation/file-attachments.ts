import * as z from 'zod/mini'
import { eventFileTypes } from '../event-file-types.ts'
import { code, isPublicUrl, Key, line } from '../field-rules.ts'
import { orNull, whole } from './file-fields.ts'
import { text } from '../texts.ts'

const hasEnding = new RegExp(`\\.(?:${Object.keys(eventFileTypes).join('|')})(?:[?#]|$)`, 'i')
const isFileAddress = (address: string) =>
  (/^\/files\/[\w./-]{1,200}$/.test(address) ? !address.includes('..') : isPublicUrl(address)) &&
  hasEnding.test(address)

/**
 * A file of an event or an appointment type, on this site under /files or at any public URL. The extension of its URL
 * decides its kind.
 */
export const FileAttachment = z.strictObject({
  key: Key,
  name: text(line(100)),
  url: z.string({ error: code('required') }).check(z.refine(isFileAddress, code('file_address'))),
  /** The size in bytes. */
  size: orNull(whole(1, 10_000_000)),
})
export type FileAttachment = z.infer<typeof FileAttachment>
