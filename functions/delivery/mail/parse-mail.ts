import type { Email } from 'postal-mime'

/** Bytes of the headers of a mail and of all its parts. */
const maxHeaderBytes = 256 * 1024
/** Each line that begins like a boundary is compared with every boundary that the mail names. */
const maxBoundaryLines = 5_000

/** Only so much of a mail is read to see whom it is from and where it came to. */
const headBytes = 64 * 1024

/** The headers of a mail alone; null where they cannot be read. */
export function parseHead(raw: Uint8Array<ArrayBuffer>): Promise<Email | null> {
  const text = new TextDecoder('latin1').decode(raw.subarray(0, headBytes))
  const end = /\r?\n\r?\n/.exec(text)
  return parseMail(raw.subarray(0, end ? end.index : headBytes))
}

/** Reads a mail that came in; null for one that no mail program sends: with endless headers, or parts within parts within parts. */
export async function parseMail(raw: Uint8Array<ArrayBuffer>): Promise<Email | null> {
  if (hasTooManyBoundaries(raw)) return null
  const { default: PostalMime } = await import('postal-mime')
  try {
    return await PostalMime.parse(raw, { maxHeadersSize: maxHeaderBytes, maxNestingDepth: 50 })
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
