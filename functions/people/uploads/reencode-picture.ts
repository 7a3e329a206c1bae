import type { Ctx } from '../../platform/context.ts'
import { hasLongSide } from './file-rules.ts'

/**
 * The longer side of a picture's two stored sizes, in pixels. The full size is for reading a document, the small size
 * for recognising a face.
 */
export const pictureSides = { full: 2000, small: 320 } as const
export type PictureSides = Record<keyof typeof pictureSides, number>

export type ReencodedPicture = { bytes: ArrayBuffer; width: number; height: number }
/**
 * `too_large`: the picture has too many pixels. `unreadable`: it is not a complete picture. `busy`: the call can be
 * repeated.
 */
type Reencode = (
  bytes: Uint8Array<ArrayBuffer>,
  side: number,
) => Promise<ReencodedPicture | 'too_large' | 'unreadable' | 'busy'>
export type PictureSizes = { full: ReencodedPicture; small: ReencodedPicture }

const quality = 80

/**
 * Re-encodes a picture in its two sizes as upright, still WebP, which removes location, camera data and anything hidden
 * after its end.
 */
export async function reencodePicture(
  { env }: Pick<Ctx, 'env'>,
  bytes: Uint8Array<ArrayBuffer>,
  sides: PictureSides,
): Promise<PictureSizes | 'too_large' | 'unreadable' | 'busy'> {
  const images = env.IMAGES as ImagesBinding | undefined
  const reencode = env.PICTURE_RESIZER ? byProcess(env.PICTURE_RESIZER) : images ? byImages(images) : null
  if (!reencode) return 'busy'
  const full = await reencode(bytes, sides.full)
  if (typeof full === 'string') return full
  const small = await reencode(new Uint8Array(full.bytes), sides.small)
  return typeof small === 'string' ? small : { full, small }
}

const byImages =
  (images: ImagesBinding): Reencode =>
  async (bytes, side) => {
    const stream = () => new Blob([bytes]).stream()
    try {
      const picture = await images.info(stream())
      if (!('width' in picture)) return 'unreadable'
      if (hasLongSide(picture)) return 'too_large'
      const output = await images
        .input(stream())
        .transform({ width: side, height: side, fit: 'scale-down' })
        .output({ format: 'image/webp', quality, anim: false })
      const made = await output.response().arrayBuffer()
      const size = await images.info(new Blob([made]).stream())
      return 'width' in size ? { bytes: made, width: size.width, height: size.height } : 'unreadable'
    } catch {
      return 'unreadable'
    }
  }

/** On one machine a separate process re-encodes pictures. It responds with 503 when too many are waiting. */
const byProcess =
  (resizer: Fetcher): Reencode =>
  async (bytes, side) => {
    const response = await resizer.fetch(`http://resizer/?side=${side}`, { method: 'POST', body: bytes })
    if (response.status === 503) return 'busy'
    if (!response.ok) return response.status === 413 ? 'too_large' : 'unreadable'
    const size = (name: string) => Number(response.headers.get(name))
    return { bytes: await response.arrayBuffer(), width: size('Picture-Width'), height: size('Picture-Height') }
  }
