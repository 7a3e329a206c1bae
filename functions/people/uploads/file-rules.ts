import { trimBothEndsOf } from '../../contract/trim-characters.ts'
import { type FilePurpose, longestPictureSide, pictureTypes, type UploadType } from '../../contract/upload-limits.ts'

/* What a file is and whether it is taken; how large it may be is in contract/upload-limits.ts, checked while it is read (read-upload.ts). */

/** The type of a file by its bytes, because neither its name nor what the browser says of it is trusted; null for one that is not taken. */
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

/** Where a PDF ends, readers look for its mark: within the last kilobyte. */
const endsAsPdf = (bytes: Uint8Array) => textOf(bytes.subarray(-1024)).includes('%%EOF')

/** Whether a file of this type may be sent for this purpose: the picture of a person is a picture. */
export const isTypeFor = (purpose: FilePurpose, type: UploadType): boolean =>
  purpose === 'attachment' || pictureTypes.some((each) => each === type)

/** Whether a picture is refused before anything is made of it. */
export const hasLongSide = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > longestPictureSide

const maxNameLength = 100
/** Characters that end a line, turn the direction of writing, or cannot be seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
const endings = /\.(?:jpe?g|png|webp|pdf)$/i

/** The name a file is shown and downloaded with: without its path, without what cannot be seen, and with the ending of what it is now. */
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

/** `Content-Disposition` of RFC 6266: the name in ASCII, and in full for who reads RFC 8187. */
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
