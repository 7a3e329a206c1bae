import { attachmentTypes } from '../contract/attachment.ts'

/** What kind of file stands at an address, by its ending; what has none we know is to be kept, not shown. */
export function contentTypeOf(url: string): string {
  const ending = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(attachmentTypes, ending)
    ? attachmentTypes[ending as keyof typeof attachmentTypes]
    : 'application/octet-stream'
}
