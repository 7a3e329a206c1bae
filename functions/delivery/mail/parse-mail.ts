import type { Email } from 'postal-mime'

/** Maximum bytes of headers, of a mail and all its parts together. */
const maxHeaderBytes = 256 * 1024
/** The parser compares each line that looks like a boundary with every boundary of the mail. */
const maxBoundaryLines = 5_000

/** The parser spends as much time on each line of text as on a hundred characters. Lines beyond this are ignored. */
const maxTextLines = 3_000
/** Lines of an encoded file have no spaces and are at least this long. */
const minEncodedLength = 60

/** Number of bytes that are read to find sender and recipient. */
const headBytes = 64 * 1024

/** Only the headers of a mail; null when they are unreadable. */
export function parseHead(raw: Uint8Array<ArrayBuffer>): Promise<Email | null> {
  const text = new TextDecoder('latin1').decode(raw.subarray(0, headBytes))
  const end = /\r?\n\r?\n/.exec(text)
  return parseMail(raw.subarray(0, end ? end.index : headBytes))
}

/**
 * Parses an incoming mail, up to the maximum number of text lines. Null for a mail that no mail client sends, with
 * endless headers or deeply nested parts.
 */
export async function parseMail(raw: Uint8Array<ArrayBuffer>): Promise<Email | null> {
  if (hasTooManyBoundaries(raw)) return null
  const { default: PostalMime } = await import('postal-mime')
  try {
    return await PostalMime.parse(raw.subarray(0, endOfText(raw)), {
      maxHeadersSize: maxHeaderBytes,
      maxNestingDepth: 50,
    })
  } catch {
    return null
  }
}

function hasTooManyBoundaries(raw: Uint8Array<ArrayBuffer>): boolean {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  let count = 0
  for (let at = bytes.indexOf('\n--'); at >= 0; at = bytes.indexOf('\n--', at + 3)) {
    count += 1
    if (count > maxBoundaryLines) return true
  }
  return false
}

/** Offset at which a mail exceeds the maximum lines of text, or its length. */
function endOfText(raw: Uint8Array<ArrayBuffer>): number {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  let lines = 0
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(0x0a, start)
    const end = found < 0 ? bytes.length : found
    if (end - start < minEncodedLength || bytes.subarray(start, end).includes(0x20)) lines += 1
    if (lines > maxTextLines) return start
    start = end + 1
  }
  return bytes.length
}
