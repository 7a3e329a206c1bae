import type { ProgramPreferences } from '#contract/program'
import { isColour } from './colour-style.ts'

type Overlay = Pick<ProgramPreferences, 'checkout_overlay_color' | 'checkout_overlay_opacity'>
const usualOpacity = 50

/** The colour over a program's picture as one style. Null: the picture stays as it is. */
export function overlayStyle({
  checkout_overlay_color: colour,
  checkout_overlay_opacity: opacity,
}: Overlay): string | null {
  const percent = opacity ?? usualOpacity
  if (!isColour(colour) || !Number.isInteger(percent) || percent <= 0 || percent > 100) return null
  return `.strip::after{background:${colour};opacity:${percent / 100}}`
}
