import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'

type Shape = { width: number; height: number }
type Drawing = {
  resize: (width: number, height: number, how: { fit: 'fill' }) => Drawing
  withMetadata: (input: { orientation: number }) => Drawing
  toFormat: (format: string, how: { quality?: number }) => { toBuffer: () => Promise<Uint8Array> }
  metadata: () => Promise<Photo>
}
export type Photo = Shape & { format: string }

// The version of the local runtime's images binding.
const miniflare = createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare')
const { default: sharp } = (await import(createRequire(miniflare).resolve('sharp'))) as {
  default: (from: ArrayBuffer | Uint8Array, how?: { raw: Shape & { channels: 3 } }) => Drawing
}

/** A picture with detail in each part; `orientation` is its EXIF value. */
export async function photo(
  { width, height }: Shape,
  {
    format = 'jpeg',
    orientation = 1,
  }: { format?: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'; orientation?: number } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const coarse = { width: Math.ceil(width / 8), height: Math.ceil(height / 8), channels: 3 as const }
  const drawn = sharp(randomBytes(coarse.width * coarse.height * 3), { raw: coarse })
    .resize(width, height, { fit: 'fill' })
    .withMetadata({ orientation })
  return Uint8Array.from(await drawn.toFormat(format, format === 'jpeg' ? { quality: 92 } : {}).toBuffer())
}

/** Size and type of a picture. */
export async function looked(bytes: ArrayBuffer): Promise<Photo> {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format }
}
