import type { Email } from 'postal-mime'

/** Bytes of the headers of a mail and of all its parts. */
const maxHeaderBytes = 256 * 1024
/** Each line that begins like a boundary is compared with every boundary that the mail names. */
const maxBoundaryLines = 5_000

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
