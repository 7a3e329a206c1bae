import type { ProgramContext } from './program-context.ts'

const iconTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
const ownBitmaps = [192, 512].map((side) => ({
  src: `/icon-${side}.png`,
  type: 'image/png',
  sizes: `${side}x${side}`,
}))
const maxShortNameLength = 12

/** The web manifest that installs a program on a phone: name, icon, colours, start page. */
export function webManifest({
  program,
  locale,
  to,
}: Pick<ProgramContext, 'program' | 'locale' | 'to'>): Record<string, unknown> {
  const { icon, logo } = program.preferences
  const src = icon ?? logo ?? '/favicon.svg'
  const type = iconTypes[/\.(\w+)(?:$|[?#])/.exec(src)?.[1]?.toLowerCase() ?? '']
  return {
    id: `/pg/${program.id}`,
    name: program.name,
    short_name: shortName(program.name),
    description: program.summary ?? undefined,
    lang: locale,
    start_url: to.explore(),
    scope: `/pg/${program.id}`,
    display: 'minimal-ui',
    theme_color: program.colours?.light['fill'],
    background_color: program.colours?.light['paper'],
    // Installers ask for bitmaps of these sizes, but the size of a program's own icon is unknown.
    icons: [{ src, type, ...(type === 'image/svg+xml' ? { sizes: 'any' } : {}) }, ...(icon || logo ? [] : ownBitmaps)],
  }
}

/** The first words of a name that fit under an icon, at least one. */
function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/)
  return others.reduce(
    (words, word) =>
      words.length < first.length || `${words} ${word}`.length > maxShortNameLength ? words : `${words} ${word}`,
    first,
  )
}

/**
 * A program's icon for tabs and home screens. Without an icon it is the logo, and without a logo it is Muster's icon.
 */
export const programIcon = ({ preferences }: Pick<ProgramContext['program'], 'preferences'>): string =>
  preferences.icon ?? preferences.logo ?? '/favicon.png'

/**
 * The icon for a home screen, which shows no SVG. It is the program's own icon if that is a bitmap, otherwise
 * Muster's.
 */
export const touchIcon = ({ preferences }: Pick<ProgramContext['program'], 'preferences'>): string =>
  [preferences.icon, preferences.logo].find((src) => src && /\.(?:png|jpe?g|webp)$/i.test(src)) ??
  '/apple-touch-icon.png'
