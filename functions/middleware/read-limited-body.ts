import { ApiError } from '../contract/api-error.ts'
import { largestBodyBytes } from '../contract/limits.ts'

/** What a body of unknown length begins with. */
const startBytes = 4096

/**
 * The bytes of a body, counted while they come in: a body that is too long is given up at the limit, whatever length its
 * sender claims. Compressed bodies are not decompressed.
 */
export async function readLimitedBody(request: Request, most = largestBodyBytes): Promise<Uint8Array<ArrayBuffer>> {
  if (!/^(?:identity)?$/i.test(request.headers.get('Content-Encoding') ?? '')) throw new ApiError('content_type')
  const claimed = Number(request.headers.get('Content-Length') ?? 0)
  if (claimed > most) throw new ApiError('body_too_large')
  // Filled in place: parts that are joined at the end would take the room of the body twice.
  let whole = new Uint8Array(claimed || startBytes)
  let length = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const next = length + read.value.byteLength
    if (next > most) {
      await reader?.cancel()
      throw new ApiError('body_too_large')
    }
    if (next > whole.byteLength) whole = enlarged(whole, Math.min(Math.max(next, 2 * whole.byteLength), most))
    whole.set(read.value, length)
    length = next
  }
  return whole.subarray(0, length)
}

/** A body as text; bytes that are no UTF-8 are no text. */
export function textOfBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid_json')
  }
}

function enlarged(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size)
  larger.set(bytes)
  return larger
}
