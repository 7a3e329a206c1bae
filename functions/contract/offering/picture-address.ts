/**
 * Widths in pixels of resized pictures. Small: cards and logos of 88 px at three pixels per point, and pictures of 304
 * px in the grid. Large: the first picture of a page, 360 px at three pixels per point, or half of a desktop at two.
 */
export const pictureWidths = { small: 480, large: 1200 } as const
export type PictureSize = keyof typeof pictureWidths

export const pictureKinds = ['program', 'logo', 'checkout', 'event', 'product', 'appointment'] as const
export type PictureKind = (typeof pictureKinds)[number]
/** The object that a picture belongs to. The three pictures of a program itself have the program's id. */
export type PictureOf = { program_id: string; kind: PictureKind; id: string }

/**
 * The URL of a resized picture. It contains the object's id and never the original URL, so that only public pictures
 * are fetched. An uploaded picture of the program has both sizes already. Another path of this site is returned
 * unchanged.
 */
export function rightSized(address: string, { program_id, kind, id }: PictureOf, size: PictureSize): string {
  if (isUploadedPicture(address)) return size === 'small' ? address.replace(/\.webp$/, '.small.webp') : address
  if (!/^https:/i.test(address)) return address
  return `/pg/${encodeURIComponent(program_id)}/picture/${kind}/${encodeURIComponent(id)}/${pictureWidths[size]}-${versionOf(address)}`
}

/** The path of an uploaded picture of a program. */
export const uploadedPicture = (id: string): string => `/uploads/${id}.webp`
export const isUploadedPicture = (address: string): boolean => /^\/uploads\/pic_[0-9a-f]{32}\.webp$/.test(address)

/** The absolute URL of a large picture as this site serves it; null without a picture. */
export const servedPicture = (siteOrigin: string, address: string | null, of: PictureOf): string | null =>
  address && new URL(rightSized(address, of, 'large'), siteOrigin).href

const sizes = Object.keys(pictureWidths) as PictureSize[]
/** The size in the last part of such a URL; null for any other URL. */
export function requestedSize(text: string): PictureSize | null {
  const width = /^(\d+)-[0-9a-f]{8}$/.exec(text)?.[1]
  return sizes.find((size) => String(pictureWidths[size]) === width) ?? null
}

/** A version that changes with the picture's URL (FNV-1a, 32 bit). */
function versionOf(address: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < address.length; at += 1) hash = Math.imul(hash ^ address.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
