/** Widths, in pixels, that somebody else's picture is made in: for cards and logos, 88 px at three pixels a point and a wall's 304 px; for what a page begins with, 360 px at three pixels a point and half of a desktop at two. */
export const pictureWidths = { small: 480, large: 1200 } as const
export type PictureSize = keyof typeof pictureWidths

export const pictureKinds = ['program', 'logo', 'checkout', 'event', 'product', 'appointment'] as const
export type PictureKind = (typeof pictureKinds)[number]
/** Whose picture is meant. A program's own three are named by the program's id. */
export type PictureOf = { program_id: string; kind: PictureKind; id: string }

/** Where a picture is right-sized: it names the thing and never an address, so that no one fetches through us what no program shows. A path of this site stays as it is. */
export function rightSized(address: string, { program_id, kind, id }: PictureOf, size: PictureSize): string {
  if (!/^https:/i.test(address)) return address
  return `/pg/${encodeURIComponent(program_id)}/picture/${kind}/${encodeURIComponent(id)}/${pictureWidths[size]}-${versionOf(address)}`
}

const sizes = Object.keys(pictureWidths) as PictureSize[]
/** The size that the last part of such an address asks for; null where it is none of ours. */
export function requestedSize(text: string): PictureSize | null {
  const width = /^(\d+)-[0-9a-f]{8}$/.exec(text)?.[1]
  return sizes.find((size) => String(pictureWidths[size]) === width) ?? null
}

/** A picture with another address is another picture (FNV-1a, 32 bit, of the address). */
function versionOf(address: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < address.length; at += 1) hash = Math.imul(hash ^ address.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
