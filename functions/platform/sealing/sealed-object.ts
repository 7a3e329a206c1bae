import { openHealth, sealHealth } from './health-seal.ts'
import type { Bindings } from '../context.ts'

/*
 * Encrypted objects of the bucket: seven random bytes, then pieces of 64 KiB. Each piece is AES-256-GCM with its number
 * and a last-piece flag in the nonce, and the object's name as associated data. So pieces cannot be changed, moved,
 * dropped or cut off, and an object of any size is streamed piece by piece.
 */

const prefixBytes = 7
export const pieceBytes = 64 * 1024
const tagBytes = 16

/** The key of an object and the object's name in the bucket. */
export type ObjectKey = { key: CryptoKey; name: string }
export type OpenedObject = { body: ReadableStream<Uint8Array>; size: number }
type Keys = Pick<Bindings, 'HEALTH_KEY'>

/** A new key for the objects of a row, in its stored form: sealed like a health text and bound to the row's id. */
export const newObjectKey = (env: Keys, owner_id: string): Promise<string> =>
  sealHealth(env.HEALTH_KEY, owner_id, Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'))

/** Opens a key of `newObjectKey`; throws when no key of HEALTH_KEY sealed it. */
export async function openObjectKey(env: Keys, owner_id: string, key_sealed: string): Promise<CryptoKey> {
  const bytes = Buffer.from(await openHealth(env.HEALTH_KEY, owner_id, key_sealed), 'base64')
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** The plain size of an object, from its size in the bucket. */
export const openedSize = (sealed: number): number =>
  sealed - prefixBytes - tagBytes * Math.ceil((sealed - prefixBytes) / (pieceBytes + tagBytes))

/** The size of an object in the bucket. */
const sealedSize = (size: number): number => prefixBytes + size + tagBytes * Math.max(1, Math.ceil(size / pieceBytes))

/** Encrypts bytes into the bucket, piece by piece, so that memory never contains them twice. */
export async function putSealed(
  bucket: Pick<R2Bucket, 'put'>,
  object: ObjectKey,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  if (typeof FixedLengthStream === 'undefined') {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for await (const piece of sealPieces(object, [bytes])) pieces.push(piece)
    await bucket.put(object.name, new Blob(pieces))
    return
  }
  const { readable, writable } = new FixedLengthStream(sealedSize(bytes.length))
  const write = async () => {
    const writer = writable.getWriter()
    try {
      for await (const piece of sealPieces(object, [bytes])) await writer.write(piece)
      await writer.close()
    } catch (error) {
      await writer.abort(error).catch(() => {})
      throw error
    }
  }
  await Promise.all([bucket.put(object.name, readable), write()])
}

/** The encrypted bytes, as they are stored. */
export async function* sealPieces(
  object: ObjectKey,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const prefix = crypto.getRandomValues(new Uint8Array(prefixBytes))
  yield prefix
  for await (const { piece, number, isLast } of piecesOf(bytes, pieceBytes))
    yield new Uint8Array(await crypto.subtle.encrypt(nonce(object, { prefix, number, isLast }), object.key, piece))
}

/** Opens an object in the bucket. An older object without a key is returned as it is. */
export async function openObject(
  env: Keys,
  row: { id: string; key_sealed: string | null },
  { name, object }: { name: string; object: R2ObjectBody },
): Promise<OpenedObject> {
  if (row.key_sealed === null) return { body: object.body, size: object.size }
  const key = await openObjectKey(env, row.id, row.key_sealed)
  const body = openPieces({ key, name }, object.body)
  const size = openedSize(object.size)
  // The platform can set a length only for a stream that knows its length.
  return { body: typeof FixedLengthStream === 'undefined' ? body : body.pipeThrough(new FixedLengthStream(size)), size }
}

/** The decrypted bytes of an object, as a stream that fails where anything was changed. */
export function openPieces(object: ObjectKey, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const opened = openEach(object, readAll(body))
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await opened.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel(reason) {
        await opened.return(undefined)
        await body.cancel(reason).catch(() => {})
      },
    },
    { highWaterMark: 0 },
  )
}

async function* openEach(object: ObjectKey, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let prefix: Uint8Array | null = null
  for await (const each of piecesOf(sealed, pieceBytes + tagBytes, prefixBytes)) {
    if (prefix === null) {
      if (each.isLast) throw new Error('an object without its pieces')
      prefix = each.piece
    } else {
      const number = each.number - 1
      yield new Uint8Array(
        await crypto.subtle.decrypt(nonce(object, { prefix, number, isLast: each.isLast }), object.key, each.piece),
      )
    }
  }
}

function nonce(
  { name }: ObjectKey,
  { prefix, number, isLast }: { prefix: Uint8Array; number: number; isLast: boolean },
): AesGcmParams {
  const iv = new Uint8Array(12)
  iv.set(prefix)
  new DataView(iv.buffer).setUint32(prefixBytes, number)
  iv[11] = isLast ? 1 : 0
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) }
}

type Piece = { piece: Uint8Array<ArrayBuffer>; number: number; isLast: boolean }

/**
 * Bytes in pieces of one size; the first piece may have another size. The last may be shorter; empty input gives one
 * empty piece.
 */
async function* piecesOf(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<Piece> {
  let number = 0
  let piece = new Uint8Array(firstSize)
  let filled = 0
  for await (const part of bytes)
    for (let at = 0; at < part.length; ) {
      // A full piece waits for the next byte, which proves that it is not the last.
      if (filled === piece.length) {
        yield { piece, number, isLast: false }
        number += 1
        piece = new Uint8Array(size)
        filled = 0
      }
      // A whole piece that is followed by more bytes is passed on as a view, without a copy.
      if (filled === 0 && part.length - at > piece.length) {
        yield { piece: part.subarray(at, at + piece.length) as Uint8Array<ArrayBuffer>, number, isLast: false }
        number += 1
        at += piece.length
        if (piece.length !== size) piece = new Uint8Array(size)
        continue
      }
      const taken = part.subarray(at, at + piece.length - filled)
      piece.set(taken, filled)
      filled += taken.length
      at += taken.length
    }
  yield { piece: piece.slice(0, filled), number, isLast: true }
}

async function* readAll(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    reader.releaseLock()
  }
}
