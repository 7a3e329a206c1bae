import { isPublicUrl } from '../contract/field-rules.ts'

export const fetchLimits = { ms: 5000, bytes: 10_000_000, redirects: 3 } as const
/** Why a picture is left as it is, in words for the log. */
export type LeftAsItIs = { ok: false; why: string }
export type Fetched = { ok: true; bytes: Uint8Array<ArrayBuffer> } | LeftAsItIs

// AVIF is not asked for: not every service that makes pictures smaller reads it.
const accept = 'image/webp,image/jpeg,image/png,image/gif;q=0.8,image/*;q=0.5'

/** Fetches a picture from somebody else's host, within one limit of time for all of it, one of bytes, counted while they come, and a few redirects to public https addresses. `siteOrigin` is never asked: an address there could lead to itself. */
export async function fetchPicture(address: string, siteOrigin: string): Promise<Fetched> {
  const signal = AbortSignal.timeout(fetchLimits.ms)
  try {
    const answer = await follow(address, { siteOrigin, signal })
    if (!(answer instanceof Response)) return answer
    if (answer.status !== 200 || answer.body === null) return leave(answer, 'not answered with a picture')
    if (Number(answer.headers.get('Content-Length') ?? 0) > fetchLimits.bytes) return leave(answer, 'too many bytes')
    return await readBounded(answer.body)
  } catch {
    return { ok: false, why: signal.aborted ? 'too slow' : 'not reached' }
  }
}

async function follow(
  address: string,
  { siteOrigin, signal }: { siteOrigin: string; signal: AbortSignal },
): Promise<Response | LeftAsItIs> {
  let next = address
  for (let hop = 0; hop <= fetchLimits.redirects; hop += 1) {
    if (!isPublicUrl(next) || new URL(next).host === new URL(siteOrigin).host)
      return { ok: false, why: 'address not fetched' }
    const answer = await fetch(next, { redirect: 'manual', signal, headers: { Accept: accept } })
    const to = answer.headers.get('Location')
    if (![301, 302, 303, 307, 308].includes(answer.status) || to === null) return answer
    await answer.body?.cancel()
    if (!URL.canParse(to, next)) return { ok: false, why: 'address not fetched' }
    next = new URL(to, next).href
  }
  return { ok: false, why: 'too many redirects' }
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<Fetched> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream.
  for await (const part of body) {
    length += part.byteLength
    if (length > fetchLimits.bytes) return { ok: false, why: 'too many bytes' }
    parts.push(part)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return { ok: true, bytes }
}

async function leave(answer: Response, why: string): Promise<LeftAsItIs> {
  await answer.body?.cancel()
  return { ok: false, why }
}
