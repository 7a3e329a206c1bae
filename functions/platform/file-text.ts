/**
 * The text of a file; null if it is not text. Older spreadsheets save their CSV in Windows-1252, and some in UTF-16 with a
 * byte order mark.
 */
export function fileText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le')
  return bytes.includes(0) ? null : (decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252'))
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
