import type { Program, ProgramPreferences } from './program.ts'

/** The colours of one program, by role. */
export const roleNames = [
  'paper',
  'raised',
  'sunken',
  'soft',
  'line',
  'edge',
  'muted',
  'ink',
  'link',
  'fill',
  'on-fill',
  'fill-edge',
] as const
export const isColour = (value: string | null | undefined): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

/**
 * The program's twelve colours as one style: plain light values, then light and dark for browsers that support it. Null
 * means the default colours.
 */
export function colourStyle(colours: Program['colours']): string | null {
  if (!colours) return null
  const pairs = roleNames.map((role) => ({ role, light: colours.light[role], dark: colours.dark[role] }))
  if (!pairs.every(({ light, dark }) => isColour(light) && isColour(dark))) return null
  const plain = pairs.map(({ role, light }) => `--${role}:${light}`).join(';')
  const both = pairs.map(({ role, light, dark }) => `--${role}:light-dark(${light},${dark})`).join(';')
  return `:root{${plain}}@supports (color:light-dark(#000,#fff)){:root{${both}}}`
}

const hashes = new Map<string, Promise<string>>()
const maxHashes = 500

/** The source of a style in the content security policy (`sha256-…`), calculated once per style. */
export function styleHash(style: string): Promise<`sha256-${string}`> {
  let hash = hashes.get(style)
  if (!hash) {
    if (hashes.size >= maxHashes) hashes.clear()
    hash = crypto.subtle
      .digest('SHA-256', new TextEncoder().encode(style))
      .then((bytes) => `sha256-${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`)
    hashes.set(style, hash)
  }
  return hash as Promise<`sha256-${string}`>
}

type Overlay = Pick<ProgramPreferences, 'checkout_overlay_color' | 'checkout_overlay_opacity'>
const usualOpacity = 50

/** The overlay colour of a program's picture as one style. Null means no overlay. */
export function overlayStyle({
  checkout_overlay_color: colour,
  checkout_overlay_opacity: opacity,
}: Overlay): string | null {
  const percent = opacity ?? usualOpacity
  if (!isColour(colour) || !Number.isInteger(percent) || percent <= 0 || percent > 100) return null
  return `.strip::after{background:${colour};opacity:${percent / 100}}`
}
