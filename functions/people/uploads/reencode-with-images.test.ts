import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePicture, pngBomb, readPicture } from '../../test-bench/uploads.ts'
import { pictureSides, reencodePicture } from './reencode-picture.ts'

type Miniflare = { getBindings: () => Promise<{ IMAGES: ImagesBinding }>; dispose: () => Promise<void> }
let runtime: Miniflare
let env: Parameters<typeof reencodePicture>[0]['env']

/** The tests use the platform's image service, as the local runtime provides it. */
beforeAll(async () => {
  const { Miniflare, convertV4MiniflareOptions } = await import(
    createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare')
  )
  const worker = {
    name: 'pictures',
    compatibilityDate: '2026-10-01',
    modules: [{ type: 'ESModule', path: 'pictures.mjs', contents: 'export default {}' }],
    images: { binding: 'IMAGES' },
  }
  runtime = new Miniflare(convertV4MiniflareOptions({ cf: false, workers: [worker] })) as Miniflare
  env = (await runtime.getBindings()) as unknown as typeof env
})
afterAll(() => runtime?.dispose())

const reencode = (bytes: Uint8Array<ArrayBuffer>) => reencodePicture({ env }, bytes, pictureSides)

describe('F-01: a picture on Cloudflare', () => {
  it('F-01: a picture is re-encoded without camera data and location', async () => {
    const made = await reencode(await makePicture({ width: 2600, height: 1300, withCamera: true }))
    if (typeof made === 'string') throw new Error(made)
    expect([made.full.width, made.full.height]).toEqual([1000, 2000])
    expect([made.small.width, made.small.height]).toEqual([160, 320])
    for (const { bytes } of [made.full, made.small]) {
      const { format, exif, xmp } = await readPicture(new Uint8Array(bytes))
      expect([format, exif, xmp]).toEqual(['webp', undefined, undefined])
    }
  })

  it.each<[string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>, string]>([
    ['a picture of 10,001 pixels', () => makePicture({ width: 10_001, height: 8 }), 'too_large'],
    // The local runtime does not limit the size of a picture.
    ['a small file that expands to 900 million pixels', () => pngBomb(30_000), 'unreadable'],
    ['a truncated JPEG', async () => (await makePicture({ width: 300, height: 300 })).slice(0, 700), 'unreadable'],
    ['the first bytes of a JPEG alone', () => new Uint8Array([0xff, 0xd8, 0xff]), 'unreadable'],
  ])('F-01: an upload of %s is refused', async (_, bytes, refusal) =>
    expect(await reencode(await bytes())).toBe(refusal),
  )
})
