/** Maximum pixels that the platform's image service reads. */
const maxPixels = 100_000_000
/** A panorama is resized to at most this many times the requested width. */
const maxWidthFactor = 3

/**
 * The width to which a picture is resized: the requested width. A panorama becomes wider, because its box crops the
 * panorama to the height of the box. Its height is then two thirds of the requested width (checkout pictures are nine
 * times as wide as high).
 */
export function targetWidth(picture: { width: number; height: number }, requested: number): number {
  const panoramaWidth = Math.round((requested * 2 * picture.width) / (3 * picture.height))
  return Math.min(picture.width, Math.max(requested, Math.min(panoramaWidth, requested * maxWidthFactor)))
}

export const hasTooManyPixels = ({ width, height }: { width: number; height: number }): boolean =>
  width * height > maxPixels

/**
 * The format detected from the first bytes, because the host's Content-Type is not trusted; null for a format that is
 * not resized. SVG scales by itself, and may contain scripts.
 */
export function detectFormat(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 32))
  return formats.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}

const formats: [string, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/avif', /^[\s\S]{4}ftyp(?:avif|avis|(?:mif1|msf1)[\s\S]{4}(?:[\s\S]{4})*?avi[fs])/],
]
