import { ApiError } from '../contract/api-error.ts'
import { largestBodyBytes } from '../contract/limits.ts'

/**
 * The bytes of a body, counted while they come in: a body that is too long is given up at the limit, whatever length its
 * sender claims. Compressed bodies are not decompressed.
 */
export async function readLimitedBody(request: Request, most = largestBodyBytes): Promise<Uint8Array<ArrayBuffer>> {
  if (!/^(?:identity)?$/i.test(request.headers.get('Content-Encoding') ?? '')) throw new ApiError('content_type')
  if (Number(request.headers.get('Content-Length') ?? 0) > most) throw new ApiError('body_too_large')
  const parts: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    length += read.value.byteLength
    if (length > most) {
      await reader?.cancel()
      throw new ApiError('body_too_large')
    }
    parts.push(read.value)
  }
  return joined(parts, length)
}

/** A body as text; bytes that are no UTF-8 are no text. */
export function textOfBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid_json')
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
