import { pictureWidths, type PictureSize } from '../contract/picture-address.ts'
import type { Ctx } from '../context.ts'
import { fetchPicture, type LeftAsItIs } from './fetch-picture.ts'
import { formatOf } from './picture-format.ts'
import { inPictureQueue } from './picture-queue.ts'
import { hasTooManyPixels, rightWidth } from './right-width.ts'

export type Made = { ok: true; bytes: ArrayBuffer; type: string } | LeftAsItIs
type Resize = (input: { bytes: Uint8Array<ArrayBuffer>; width: number }) => Promise<ArrayBuffer | 'busy' | null>
const quality = 80

/** Fetches a picture and makes it smaller, or says why it stays as it is. One that is small already is passed on as it came. */
export async function makeRightSized(ctx: Ctx, input: { address: string; size: PictureSize }): Promise<Made> {
  const { PICTURE_RESIZER } = ctx.env
  const IMAGES = ctx.env.IMAGES as ImagesBinding | undefined
  const resize = PICTURE_RESIZER ? resizeElsewhere(PICTURE_RESIZER) : IMAGES ? resizeWithImages(IMAGES) : null
  if (!resize) return { ok: false, why: 'no images binding' }
  const made = await inPictureQueue(() => fetchAndResize(ctx, input, resize))
  return made ?? { ok: false, why: 'busy' }
}

async function fetchAndResize(ctx: Ctx, input: { address: string; size: PictureSize }, resize: Resize): Promise<Made> {
  const fetched = await fetchPicture(input.address, ctx.siteOrigin)
  if (!fetched.ok) return fetched
  const { bytes } = fetched
  const type = formatOf(bytes)
  if (type === null) return { ok: false, why: 'no picture by its bytes' }

  const made = await resize({ bytes, width: pictureWidths[input.size] }).catch(() => null)
  if (made === 'busy') return { ok: false, why: 'busy' }
  if (made === null) return { ok: false, why: 'not made smaller' }
  return made.byteLength < bytes.byteLength
    ? { ok: true, bytes: made, type: 'image/webp' }
    : { ok: true, bytes: bytes.buffer, type }
}

/** The picture as WebP, which every browser we know of shows; upright, without what the camera wrote into it, and still where it moved. Null for one with too many pixels. */
const resizeWithImages =
  (images: ImagesBinding): Resize =>
  async ({ bytes, width }) => {
    const stream = () => new Blob([bytes]).stream()
    const picture = await images.info(stream())
    if (!('width' in picture) || hasTooManyPixels(picture)) return null
    const made = await images
      .input(stream())
      .transform({ width: rightWidth(picture, width), fit: 'scale-down' })
      .output({ format: 'image/webp', quality, anim: false })
    return made.response().arrayBuffer()
  }

/** The same in a process beside the runtime, on one machine; it says so when too many pictures wait there. */
const resizeElsewhere =
  (resizer: Fetcher): Resize =>
  async ({ bytes, width }) => {
    const response = await resizer.fetch(`http://resizer/?width=${width}`, { method: 'POST', body: bytes })
    if (response.status === 503) return 'busy'
    return response.ok ? response.arrayBuffer() : null
  }
