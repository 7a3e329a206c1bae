import { trimBothEndsOf } from '../../contract/trim-characters.ts'
import { type FilePurpose, longestPictureSide, pictureTypes, type UploadType } from '../../contract/upload-limits.ts'

/*
 * Type and name of uploads. The size limits are in contract/upload-limits.ts and are checked while reading
 * (read-upload.ts).
 */

/**
 * The type of a file by its bytes, because neither its name nor the browser's content type is trusted; null for an
 * unsupported one.
 */
export function detectUploadType(bytes: Uint8Array): UploadType | null {
  const start = textOf(bytes.subarray(0, 16))
  const type = signatures.find(([, pattern]) => pattern.test(start))?.[0] ?? null
  return type === 'application/pdf' && !endsAsPdf(bytes) ? null : type
}

const signatures: [UploadType, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/webp', /^RIFF[\s\S]{4}WEBPVP8/],
  ['application/pdf', /^%PDF-[12]\.\d/],
]
const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/** PDF readers look for the end marker within the last kilobyte. */
const endsAsPdf = (bytes: Uint8Array) => textOf(bytes.subarray(-1024)).includes('%%EOF')

/** Whether a file of this type may be used for this purpose: a person's picture must be an image. */
export const isTypeFor = (purpose: FilePurpose, type: UploadType): boolean =>
  purpose === 'attachment' || pictureTypes.some((each) => each === type)

/** Whether a picture is refused before it is decoded. */
export const hasLongSide = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > longestPictureSide

const maxNameLength = 100
/** Characters that end a line, change the writing direction, or are invisible. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
const endings = /\.(?:jpe?g|png|webp|pdf)$/i

/**
 * The name under which a file is shown and downloaded. It has no path and no invisible characters, and has the
 * extension of the stored type.
 */
export function fileName(sent: string, ending: 'webp' | 'pdf'): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
  const base = [...trimBothEndsOf(visible.trim().replace(endings, ''), (character) => /[.\s]/.test(character))]
    .slice(0, maxNameLength)
    .join('')
  return `${base.trim() || (ending === 'pdf' ? 'document' : 'picture')}.${ending}`
}

/** The `Content-Disposition` header of RFC 6266: the name in ASCII, and in full for clients that support RFC 8187. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w. -]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`
}
