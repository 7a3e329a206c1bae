import { createRequire } from 'node:module'
import { crc32 } from 'node:zlib'
import type { Person } from './people.ts'

type UploadOptions = {
  bytes: Uint8Array<ArrayBuffer>
  name?: string
  /** The content type that the sender claims; it is not trusted. */
  type?: string
  purpose?: string
  fields?: Record<string, string>
  headers?: Record<string, string>
}

/** The request that uploads a file for a customer. */
export function uploadOf(person: Pick<Person, 'headers'>, options: UploadOptions): RequestInit {
  const { bytes, name = 'file.pdf', type = 'application/octet-stream', purpose = 'attachment', fields = {} } = options
  const body = new FormData()
  body.set('purpose', purpose)
  for (const [field, value] of Object.entries(fields)) body.set(field, value)
  body.set('file', new Blob([bytes], { type }), name)
  const { Authorization } = person.headers
  return { method: 'POST', headers: { ...(Authorization ? { Authorization } : {}), ...options.headers }, body }
}

const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 255)

/** The shortest text that passes as a PDF by its first and last bytes, with some content. */
export const pdf = (inside = '1 0 obj<<>>endobj') => bytesOf(`%PDF-1.7\n${inside}\n%%EOF\n`)

type Sharp = {
  jpeg: () => Sharp
  png: () => Sharp
  withExif: (exif: Record<string, Record<string, string>>) => Sharp
  withMetadata: (metadata: { orientation: number }) => Sharp
  toBuffer: () => Promise<Uint8Array>
  metadata: () => Promise<{ format: string; width: number; height: number; exif?: Uint8Array; xmp?: Uint8Array }>
}
const miniflare = createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare')
const loadSharp = async () =>
  ((await import(createRequire(miniflare).resolve('sharp'))) as { default: (input: unknown) => Sharp }).default

/** A picture as a phone takes it; with a camera, it is rotated and has location and device data. */
export async function makePicture(input: {
  width: number
  height: number
  format?: 'jpeg' | 'png'
  withCamera?: boolean
}): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, format = 'jpeg', withCamera = false } = input
  const sharp = await loadSharp()
  const plain = sharp({ create: { width, height, channels: 3, background: { r: 40, g: 120, b: 90 } } })
  const camera = withCamera
    ? plain
        .withExif({
          IFD0: { Make: 'Lakeside Phones', Model: 'L1' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 25/1 0/1' },
        })
        .withMetadata({ orientation: 6 })
    : plain
  return Uint8Array.from(await camera[format]().toBuffer())
}

/** A picture's metadata. */
export const readPicture = async (bytes: Uint8Array) => (await loadSharp())(bytes).metadata()

/** A picture of few bytes that declares this many pixels on each side. */
export async function pngBomb(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await makePicture({ width: 8, height: 8, format: 'png' })
  const view = new DataView(picture.buffer)
  view.setUint32(16, side)
  view.setUint32(20, side)
  view.setUint32(29, crc32(picture.subarray(12, 29)))
  return picture
}
