/** Kinds of files that an event may have, by the extension of their URL. */
export const eventFileTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  txt: 'text/plain',
} as const

/** The content type of a file by the extension of its URL. Any other kind is downloaded instead of shown. */
export function contentTypeOf(url: string): string {
  const ending = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(eventFileTypes, ending)
    ? eventFileTypes[ending as keyof typeof eventFileTypes]
    : 'application/octet-stream'
}
