import { pictureWidths, type PictureSize } from '../contract/picture-address.ts'
import type { Ctx } from '../context.ts'
import { fetchPicture, type LeftAsItIs } from './fetch-picture.ts'
import { formatOf } from './picture-format.ts'
import { hasTooManyPixels, rightWidth } from './right-width.ts'

export type Made = { ok: true; bytes: ArrayBuffer; type: string } | LeftAsItIs
const quality = 80

/** Fetches a picture and makes it smaller, or says why it stays as it is. One that is small already is passed on as it came. */
export async function makeRightSized(ctx: Ctx, input: { address: string; size: PictureSize }): Promise<Made> {
  const images = ctx.env.IMAGES as ImagesBinding | undefined
  if (!images) return { ok: false, why: 'no images binding' }
  const fetched = await fetchPicture(input.address, ctx.siteOrigin)
  if (!fetched.ok) return fetched
  const { bytes } = fetched
  const type = formatOf(bytes)
  if (type === null) return { ok: false, why: 'no picture by its bytes' }

  const made = await smaller(images, { bytes, width: pictureWidths[input.size] }).catch(() => null)
  if (made === null) return { ok: false, why: 'not made smaller' }
  return made.byteLength < bytes.byteLength
    ? { ok: true, bytes: made, type: 'image/webp' }
    : { ok: true, bytes: bytes.buffer, type }
}

/** The picture as WebP, which every browser we know of shows; upright, without what the camera wrote into it, and still where it moved. Null for one with too many pixels. */
async function smaller(
  images: ImagesBinding,
  { bytes, width: input }: { bytes: Uint8Array<ArrayBuffer>; width: number },
): Promise<ArrayBuffer | null> {
  const stream = () => new Blob([bytes]).stream()
  const picture = await images.info(stream())
  if (!('width' in picture) || hasTooManyPixels(picture)) return null
  const made = await images
    .input(stream())
    .transform({ width: rightWidth(picture, input), fit: 'scale-down' })
    .output({ format: 'image/webp', quality, anim: false })
  return made.response().arrayBuffer()
}
