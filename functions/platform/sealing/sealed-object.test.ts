import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newObjectKey, openedSize, openObjectKey, openPieces, pieceBytes, sealPieces } from './sealed-object.ts'

const setting = (name: string, byte: number) => `${name}:${Buffer.alloc(32, byte).toString('base64')}`
const env = { HEALTH_KEY: setting('h1', 1) }
const keyOf = async () => openObjectKey(env, 'file_1', await newObjectKey(env, 'file_1'))

async function seal(key: CryptoKey, bytes: Uint8Array, name = 'obj/full', partBytes = 100_000): Promise<Buffer> {
  const parts = []
  for (let at = 0; at < bytes.length; at += partBytes) parts.push(bytes.subarray(at, at + partBytes))
  const pieces = []
  for await (const piece of sealPieces({ key, name }, parts)) pieces.push(piece)
  return Buffer.concat(pieces)
}
async function open(key: CryptoKey, sealed: Uint8Array, name = 'obj/full'): Promise<Buffer> {
  const body = new Blob([new Uint8Array(sealed)]).stream()
  return Buffer.from(await new Response(openPieces({ key, name }, body)).arrayBuffer())
}

describe('a sealed object in the bucket', () => {
  it.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes, 300_000])(
    'a sealed object of %d bytes opens completely',
    async (size) => {
      const key = await keyOf()
      const bytes = randomBytes(size)
      const sealed = await seal(key, bytes)
      expect(openedSize(sealed.length)).toBe(size)
      expect((await open(key, sealed)).equals(bytes)).toBe(true)
      // The object is in one part, like an uploaded file, so its pieces are views of the part.
      const whole = await seal(key, bytes, 'obj/full', Math.max(1, size))
      expect([whole.length, (await open(key, whole)).equals(bytes)]).toEqual([sealed.length, true])
    },
  )

  it('a sealed object does not open when it was changed', async () => {
    const key = await keyOf()
    const sealed = await seal(key, randomBytes(3 * pieceBytes))
    const step = pieceBytes + 16
    const piece = (number: number) => sealed.subarray(7 + number * step, 7 + (number + 1) * step)
    const start = sealed.subarray(0, 7)
    const changed = (at: number) => {
      const bytes = Buffer.from(sealed)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }
    const broken: Buffer[] = [
      ...[0, 7, 7 + step, sealed.length - 1].map(changed),
      Buffer.concat([start, piece(0), piece(2)]),
      Buffer.concat([start, piece(1), piece(0), piece(2)]),
      Buffer.concat([sealed, piece(2)]),
      ...[0, 3, 7, 7 + step, 7 + 2 * step, sealed.length - 1].map((length) => sealed.subarray(0, length)),
    ]
    for (const bytes of broken) await expect(open(key, bytes)).rejects.toThrow()
  })

  it('a sealed object opens only under its own name', async () => {
    const [key, other] = [await keyOf(), await keyOf()]
    const sealed = await seal(key, Buffer.from('Nut allergy'))
    await expect(open(key, sealed, 'obj/small')).rejects.toThrow()
    await expect(open(other, sealed)).rejects.toThrow()
    expect((await open(key, sealed)).toString()).toBe('Nut allergy')
    expect(sealed.toString('latin1')).not.toContain('Nut')
  })

  it('the key of a sealed object opens for its row only', async () => {
    const stored = await newObjectKey(env, 'file_1')
    const sealed = await seal(await openObjectKey(env, 'file_1', stored), Buffer.from('Nut allergy'))
    const rolled = { HEALTH_KEY: `${setting('h2', 2)},${setting('h1', 1)}` }
    expect((await open(await openObjectKey(rolled, 'file_1', stored), sealed)).toString()).toBe('Nut allergy')
    await expect(openObjectKey(rolled, 'file_2', stored)).rejects.toThrow()
    await expect(openObjectKey({ HEALTH_KEY: setting('h2', 2) }, 'file_1', stored)).rejects.toThrow('lacks a key')
  })
})
