import type { roleNames } from './colour-style.ts'

export type AccentRoles = Record<(typeof roleNames)[number], string>
type Lch = { lightness: number; chroma: number; hue: number }
type Triple = readonly [number, number, number]

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encoded = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
const channel = (hex: string, at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
const channels = (hex: string): Triple => [channel(hex, 1), channel(hex, 3), channel(hex, 5)]

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(first, second) / Math.min(first, second)
}

function toOklch(hex: string): Lch {
  const [red, green, blue] = channels(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

function toLinearRgb({ lightness, chroma, hue }: Lch): Triple {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

/** A colour outside sRGB loses chroma and keeps its lightness, so that its contrast holds. */
function toHex(colour: Lch): string {
  let { chroma } = colour
  while (chroma > 0 && toLinearRgb({ ...colour, chroma }).some((value) => value < -0.0005 || value > 1.0005))
    chroma -= 0.002
  const parts = toLinearRgb({ ...colour, chroma: Math.max(chroma, 0) }).map((value) =>
    Math.round(encoded(Math.min(1, Math.max(0, value))) * 255),
  )
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Changes lightness step by step until the colour has enough contrast; black or white when no step has. */
function walk(start: Lch, step: number, isGood: (hex: string) => boolean): string {
  for (let lightness = start.lightness; lightness > 0.05 && lightness < 0.99; lightness += step) {
    const hex = toHex({ ...start, lightness })
    if (isGood(hex)) return hex
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/**
 * The accent as a button colour: unchanged if text on it is readable, otherwise a little darker; in the dark scheme
 * first lightened until it is visible.
 */
function fillOf(accent: string, colour: Lch, paper: string, isDark: boolean): string {
  let fill = accent
  if (isDark && contrast(fill, paper) < 3) fill = walk(colour, 0.005, (hex) => contrast(hex, paper) >= 3)
  const onWhite = contrast(fill, '#ffffff')
  if (onWhite < 3.6 || onWhite >= 4.5) return fill
  const deeper = walk(
    { ...colour, lightness: toOklch(fill).lightness },
    -0.005,
    (hex) => contrast(hex, '#ffffff') >= 4.5,
  )
  return !isDark || contrast(deeper, paper) >= 3 ? deeper : fill
}

type Palette = { colour: Lch; tint: number; at: (lightness: number, chroma: number) => string }

function paletteOf(accent: string): Palette {
  const accentColour = toOklch(accent)
  const colour = { ...accentColour, chroma: accentColour.chroma < 0.02 ? 0 : accentColour.chroma }
  return {
    colour,
    tint: Math.min(colour.chroma * 0.07, 0.008),
    at: (lightness, chroma) => toHex({ lightness, chroma, hue: colour.hue }),
  }
}

function buttonRoles(
  accent: string,
  { colour, tint, at }: Palette,
  around: { paper: string; link: string; isDark: boolean },
): Pick<AccentRoles, 'fill' | 'on-fill' | 'fill-edge'> {
  const fill = fillOf(accent, colour, around.paper, around.isDark)
  return {
    fill,
    'on-fill': contrast(fill, '#ffffff') >= 4.5 ? '#ffffff' : at(0.2, tint * 1.6),
    'fill-edge': contrast(fill, around.paper) >= 3 ? fill : around.link,
  }
}

function lightRoles(accent: string): AccentRoles {
  const palette = paletteOf(accent)
  const { colour, tint, at } = palette
  const [paper, sunken, soft] = [
    at(0.988, tint * 0.4),
    at(0.962, tint * 0.7),
    at(0.952, Math.min(colour.chroma * 0.22, 0.028)),
  ]
  const edge = walk(
    { lightness: 0.7, chroma: tint * 1.4, hue: colour.hue },
    -0.005,
    (hex) => contrast(hex, sunken) >= 3.1,
  )
  const link = walk(
    { ...colour, lightness: Math.min(colour.lightness, 0.55) },
    -0.005,
    (hex) => contrast(hex, soft) >= 4.6,
  )
  return {
    paper,
    raised: '#ffffff',
    sunken,
    soft,
    line: at(0.885, tint),
    edge,
    muted: at(0.455, tint * 1.6),
    ink: at(0.225, tint * 1.6),
    link,
    ...buttonRoles(accent, palette, { paper, link, isDark: false }),
  }
}

function darkRoles(accent: string): AccentRoles {
  const palette = paletteOf(accent)
  const { colour, tint, at } = palette
  const [paper, soft] = [at(0.19, tint), at(0.28, Math.min(colour.chroma * 0.4, 0.035))]
  const edge = walk({ lightness: 0.5, chroma: tint * 1.4, hue: colour.hue }, 0.005, (hex) => contrast(hex, soft) >= 3.1)
  const start = { lightness: Math.max(colour.lightness, 0.7), chroma: Math.min(colour.chroma, 0.15), hue: colour.hue }
  const link = walk(start, 0.005, (hex) => contrast(hex, soft) >= 4.6)
  return {
    paper,
    raised: at(0.228, tint),
    sunken: at(0.268, tint),
    soft,
    line: at(0.335, tint),
    edge,
    muted: at(0.77, tint * 1.4),
    ink: at(0.945, tint),
    link,
    ...buttonRoles(accent, palette, { paper, link, isDark: true }),
  }
}

/**
 * Derives twelve colours for light and dark from one accent (`#rrggbb`). Null without a usable accent; then the default
 * colours are used.
 */
export function accentRoles(accent: string | null): { light: AccentRoles; dark: AccentRoles } | null {
  if (accent === null || !/^#[0-9a-f]{6}$/i.test(accent)) return null
  const lower = accent.toLowerCase()
  return { light: lightRoles(lower), dark: darkRoles(lower) }
}
