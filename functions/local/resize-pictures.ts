import { createRequire } from 'node:module'
import { longestPictureSide } from '../contract/upload-limits.ts'
import { hasTooManyPixels, targetWidth } from '../offering/pictures/picture-rules.ts'
import type { ResizeRequest, ResizeResponse } from './picture-resizer.ts'

type Picture = {
  metadata: () => Promise<{ width: number; height: number }>
  resize: (input: { width: number; height?: number; fit: 'inside'; withoutEnlargement: true }) => Picture
  webp: (input: { quality: number }) => Picture
  toBuffer: (input: {
    resolveWithObject: true
  }) => Promise<{ data: Uint8Array; info: { width: number; height: number } }>
}

// The version of the images library that comes with the local runtime.
const miniflare = createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare')
const { default: sharp } = (await import(createRequire(miniflare).resolve('sharp'))) as {
  default: ((bytes: Uint8Array, input?: { autoOrient?: true; limitInputPixels?: false }) => Picture) & {
    concurrency: (threads: number) => void
  }
}
sharp.concurrency(1)

/** The process that resizes pictures: one message in, one out, until its parent ends. */
process.on('message', async (request: ResizeRequest) => process.send?.(await resize(request)))
process.on('disconnect', () => process.exit(0))

async function resize(request: ResizeRequest): Promise<ResizeResponse> {
  const { bytes } = request
  try {
    const picture = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (hasTooManyPixels(picture) || ('side' in request && hasLongSide(picture)))
      return { failure: 'too many pixels', isTooLarge: true }
    const box =
      'side' in request ? { width: request.side, height: request.side } : { width: targetWidth(picture, request.width) }
    const { data, info } = await sharp(bytes, { autoOrient: true })
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return { failure: 'not made smaller' }
  }
}

const hasLongSide = ({ width, height }: { width: number; height: number }) =>
  Math.max(width, height) > longestPictureSide
