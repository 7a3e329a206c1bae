/** A part of a multipart form; `fileName` is null for a plain field. `bytes` is a view into the body, not a copy. */
export type FormPart = { name: string; fileName: string | null; bytes: Uint8Array<ArrayBuffer> }

const maxParts = 20
const maxHeaderBytes = 8192
const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

/** The boundary of a `Content-Type`, or null. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;",]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

/**
 * The parts of a `multipart/form-data` body as views, because the runtime's own reader would copy a file several times,
 * and a worker has little memory. Null for an invalid body.
 */
export function readMultipartParts(body: Uint8Array<ArrayBuffer>, boundary: string): FormPart[] | null {
  const whole = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const first = delimiter.subarray(2)
  if (!whole.subarray(0, first.length).equals(first)) return null

  const parts: FormPart[] = []
  for (let at = first.length; ; ) {
    if (whole.subarray(at, at + 2).toString('latin1') === '--') return parts
    if (!whole.subarray(at, at + 2).equals(lineEnd) || parts.length === maxParts) return null
    const head = at + lineEnd.length
    const headStop = whole.indexOf(headEnd, head)
    if (headStop < 0 || headStop - head > maxHeaderBytes) return null
    const start = headStop + headEnd.length
    // A part without content ends at the end of its head.
    const end = whole.indexOf(delimiter, start - lineEnd.length)
    const named = nameOf(whole.subarray(head, headStop).toString('utf8'))
    if (end < 0 || named === null) return null
    parts.push({ ...named, bytes: body.subarray(start, Math.max(start, end)) })
    at = end + delimiter.length
  }
}

function nameOf(head: string): { name: string; fileName: string | null } | null {
  const disposition = head.split('\r\n').find((line) => /^content-disposition:/i.test(line))
  if (!disposition || !/^[^:]*:\s*form-data\s*;/i.test(disposition)) return null
  const parameter = (key: string) => new RegExp(`;\\s*${key}="([^"]*)"`, 'i').exec(disposition)?.[1]
  const name = parameter('name')
  if (name === undefined) return null
  const fileName = parameter('filename')
  return { name: unescaped(name), fileName: fileName === undefined ? null : unescaped(fileName) }
}

/** Browsers percent-encode a quote and line ends in names. */
const unescaped = (text: string): string => text.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
