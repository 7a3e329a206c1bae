import { createRequire } from 'node:module'
import { hasTooManyPixels, targetWidth } from '../pictures/picture-rules.ts'
import type { ResizeRequest, ResizeResponse } from './picture-resizer.ts'

type Picture = {
  metadata: () => Promise<{ width: number; height: number }>
  resize: (input: { width: number; fit: 'inside'; withoutEnlargement: true }) => Picture
  webp: (input: { quality: number }) => Picture
  toBuffer: () => Promise<Uint8Array>
}

// The one that comes with the local runtime.
const miniflare = createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare')
const { default: sharp } = (await import(createRequire(miniflare).resolve('sharp'))) as {
  default: ((bytes: Uint8Array, input?: { autoOrient: true }) => Picture) & { concurrency: (threads: number) => void }
}
sharp.concurrency(1)

/** The process that makes pictures smaller: one message in, one out, until the process that started it is gone. */
process.on('message', async (request: ResizeRequest) => process.send?.(await resize(request)))
process.on('disconnect', () => process.exit(0))

async function resize({ bytes, width }: ResizeRequest): Promise<ResizeResponse> {
  try {
    const picture = await sharp(bytes).metadata()
    if (hasTooManyPixels(picture)) return { failure: 'too many pixels' }
    const made = await sharp(bytes, { autoOrient: true })
      .resize({ width: targetWidth(picture, width), fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
    return { bytes: made }
  } catch {
    return { failure: 'not made smaller' }
  }
}
