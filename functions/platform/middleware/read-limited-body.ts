import { ApiError } from '../../contract/api-error.ts'
import { largestBodyBytes } from '../../contract/limits.ts'

/** Initial buffer size for a body of unknown length. */
const startBytes = 4096
/** A longer body is read through one buffer: its chunks would occupy the same memory again until they are collected. */
const longBytes = 1024 * 1024
const bufferBytes = 256 * 1024

/**
 * The bytes of a body, counted while they arrive: reading stops at the limit, regardless of the claimed length.
 * Compressed bodies are not decompressed.
 */
export async function readLimitedBody(request: Request, most = largestBodyBytes): Promise<Uint8Array<ArrayBuffer>> {
  if (!/^(?:identity)?$/i.test(request.headers.get('Content-Encoding') ?? '')) throw new ApiError('content_type')
  const claimed = Number(request.headers.get('Content-Length') ?? 0)
  if (claimed > most) throw new ApiError('body_too_large')
  // The buffer is filled in place, because joining chunks at the end would need twice the memory.
  let whole = new Uint8Array(claimed || startBytes)
  let length = 0
  for await (const part of partsOf(request.body, claimed > longBytes)) {
    const next = length + part.byteLength
    if (next > most) throw new ApiError('body_too_large')
    if (next > whole.byteLength) whole = enlarged(whole, Math.min(Math.max(next, 2 * whole.byteLength), most))
    whole.set(part, length)
    length = next
  }
  return whole.subarray(0, length)
}

/** The chunks of a body. Each chunk must be copied before the next is read. Stopping early cancels the body. */
async function* partsOf(body: ReadableStream<Uint8Array> | null, isLong: boolean): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const read = isLong ? byWayOfOneBuffer(body) : partByPart(body)
  let isWhole = false
  try {
    for (let next = await read.next(); next.value !== undefined; next = await read.next()) yield next.value
    isWhole = true
  } finally {
    if (!isWhole) await read.cancel()
  }
}

type Reading = { next: () => Promise<{ value?: Uint8Array | undefined }>; cancel: () => Promise<void> }
function partByPart(body: ReadableStream<Uint8Array>): Reading {
  const reader = body.getReader()
  return { next: async () => reader.read(), cancel: async () => reader.cancel() }
}
function byWayOfOneBuffer(body: ReadableStream<Uint8Array>): Reading {
  const reader = body.getReader({ mode: 'byob' })
  let buffer: ArrayBufferLike = new ArrayBuffer(bufferBytes)
  return {
    next: async () => {
      const { value, done } = await reader.read(new Uint8Array(buffer as ArrayBuffer))
      if (done || value === undefined) return {}
      buffer = value.buffer
      return { value }
    },
    cancel: async () => reader.cancel(),
  }
}

/** A body as text; throws for bytes that are not UTF-8. */
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
