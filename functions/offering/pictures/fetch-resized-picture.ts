import { pictureWidths, type PictureSize } from '../../contract/offering/picture-address.ts'
import type { Ctx } from '../../platform/context.ts'
import { fetchPicture, type PictureFailure } from './fetch-picture.ts'
import { workQueue } from '../../platform/work-queue.ts'
import { detectFormat, hasTooManyPixels, targetWidth } from './picture-rules.ts'

export type ResizedPicture = { ok: true; bytes: ArrayBuffer; type: string } | PictureFailure
type Resize = (input: {
  bytes: Uint8Array<ArrayBuffer>
  width: number
}) => Promise<ArrayBuffer | 'busy' | 'too slow' | null>
const quality = 80
/** A limited queue, because each picture has up to ten megabytes, and page requests share the thread. */
const runInPictureQueue = workQueue({ maxAtOnce: 2, maxWaiting: 16, maxHeldMs: 20_000 })

/** Fetches and resizes a picture, or returns why it is passed on unchanged. Small pictures are not resized. */
export async function fetchResizedPicture(
  ctx: Ctx,
  input: { address: string; size: PictureSize },
): Promise<ResizedPicture> {
  const { PICTURE_RESIZER } = ctx.env
  const IMAGES = ctx.env.IMAGES as ImagesBinding | undefined
  const resize = PICTURE_RESIZER ? resizeWithProcess(PICTURE_RESIZER) : IMAGES ? resizeWithImages(IMAGES) : null
  if (!resize) return { ok: false, why: 'no images binding' }
  const resized = await runInPictureQueue(() => fetchAndResize(ctx, input, resize))
  return resized ?? { ok: false, why: 'busy' }
}

async function fetchAndResize(
  ctx: Ctx,
  input: { address: string; size: PictureSize },
  resize: Resize,
): Promise<ResizedPicture> {
  const fetched = await fetchPicture(input.address, ctx.siteOrigin)
  if (!fetched.ok) return fetched
  const { bytes } = fetched
  const type = detectFormat(bytes)
  if (type === null) return { ok: false, why: 'no picture by its bytes' }

  const resized = await resize({ bytes, width: pictureWidths[input.size] }).catch(() => null)
  if (resized === 'busy' || resized === 'too slow') return { ok: false, why: resized }
  if (resized === null) return { ok: false, why: 'not made smaller' }
  return resized.byteLength < bytes.byteLength
    ? { ok: true, bytes: resized, type: 'image/webp' }
    : { ok: true, bytes: bytes.buffer, type }
}

/** Converts to WebP, which every browser shows: upright, without camera metadata, and still where the original was animated. Null for a picture with too many pixels. */
const resizeWithImages =
  (images: ImagesBinding): Resize =>
  async ({ bytes, width }) => {
    const stream = () => new Blob([bytes]).stream()
    const picture = await images.info(stream())
    if (!('width' in picture) || hasTooManyPixels(picture)) return null
    const resized = await images
      .input(stream())
      .transform({ width: targetWidth(picture, width), fit: 'scale-down' })
      .output({ format: 'image/webp', quality, anim: false })
    return resized.response().arrayBuffer()
  }

/** On one machine a separate process resizes pictures; it returns `busy` when too many are waiting, and `too slow` when this one took too long. */
const resizeWithProcess =
  (resizer: Fetcher): Resize =>
  async ({ bytes, width }) => {
    const response = await resizer.fetch(`http://resizer/?width=${width}`, { method: 'POST', body: bytes })
    if (response.status === 503) return 'busy'
    if (response.status === 504) return 'too slow'
    return response.ok ? response.arrayBuffer() : null
  }
