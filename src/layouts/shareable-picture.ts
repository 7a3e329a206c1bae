const ownDrawing = /^\/pictures\/[\w-]+\.svg$/

/** A picture as messengers and social networks show it: none of them draws SVG, so each drawing of ours has a photo-sized JPEG (1200 × 630) of the same name. */
export const shareablePicture = (address: string): string =>
  ownDrawing.test(address) ? address.replace(/svg$/, 'jpg') : address
