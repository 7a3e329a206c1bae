/** As many pixels as the platform's own service reads. */
const mostPixels = 100_000_000
/** What is wider than this is no picture for a page. */
const mostTimesWider = 3

/**
 * The width a picture is made in: the one asked for. A panorama is made wider, because its box cuts it to the box's height:
 * it stays two thirds as high as the width asked for (checkout pictures are nine times as wide as high).
 */
export function rightWidth(picture: { width: number; height: number }, input: number): number {
  const forItsHeight = Math.round((input * 2 * picture.width) / (3 * picture.height))
  return Math.min(picture.width, Math.max(input, Math.min(forItsHeight, input * mostTimesWider)))
}

export const hasTooManyPixels = ({ width, height }: { width: number; height: number }): boolean =>
  width * height > mostPixels
