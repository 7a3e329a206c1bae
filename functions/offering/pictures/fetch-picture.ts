import { isPublicUrl } from '../../contract/field-rules.ts'

export const fetchLimits = { ms: 5000, bytes: 10_000_000, redirects: 3 } as const
/** The reason why a picture is passed on unchanged, for the log. */
export type PictureFailure = { ok: false; why: string }
export type FetchedPicture = { ok: true; bytes: Uint8Array<ArrayBuffer> } | PictureFailure

// AVIF is not requested: not every image service reads it.
const accept = 'image/webp,image/jpeg,image/png,image/gif;q=0.8,image/*;q=0.5'

/** Fetches a picture from another host, within a limit of time, of bytes (counted while they arrive) and of redirects, which must lead to public https addresses. `siteOrigin` is never fetched: an address there could lead to itself. */
export async function fetchPicture(address: string, siteOrigin: string): Promise<FetchedPicture> {
  const signal = AbortSignal.timeout(fetchLimits.ms)
  try {
    const response = await followRedirects(address, { siteOrigin, signal })
    if (!(response instanceof Response)) return response
    if (response.status !== 200 || response.body === null) return discard(response, 'not answered with a picture')
    if (Number(response.headers.get('Content-Length') ?? 0) > fetchLimits.bytes)
      return discard(response, 'too many bytes')
    return await readBounded(response.body)
  } catch {
    return { ok: false, why: signal.aborted ? 'too slow' : 'not reached' }
  }
}

async function followRedirects(
  address: string,
  { siteOrigin, signal }: { siteOrigin: string; signal: AbortSignal },
): Promise<Response | PictureFailure> {
  let next = address
  for (let hop = 0; hop <= fetchLimits.redirects; hop += 1) {
    if (!isPublicUrl(next) || new URL(next).host === new URL(siteOrigin).host)
      return { ok: false, why: 'address not fetched' }
    const response = await fetch(next, { redirect: 'manual', signal, headers: { Accept: accept } })
    const location = response.headers.get('Location')
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response
    await response.body?.cancel()
    if (!URL.canParse(location, next)) return { ok: false, why: 'address not fetched' }
    next = new URL(location, next).href
  }
  return { ok: false, why: 'too many redirects' }
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<FetchedPicture> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream.
  for await (const part of body) {
    length += part.byteLength
    if (length > fetchLimits.bytes) return { ok: false, why: 'too many bytes' }
    parts.push(part)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.byteLength
  }
  return { ok: true, bytes }
}

async function discard(response: Response, why: string): Promise<PictureFailure> {
  await response.body?.cancel()
  return { ok: false, why }
}
