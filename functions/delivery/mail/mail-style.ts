import { isColour } from '../../contract/offering/colour-style.ts'
import type { Program } from '../../contract/offering/program.ts'

export const sans = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const serif = "Charter,'Sitka Text',Cambria,Georgia,serif"

const light = {
  paper: '#f9fbfb',
  raised: '#ffffff',
  sunken: '#f0f3f3',
  soft: '#e3f3f3',
  line: '#d5dada',
  muted: '#515858',
  ink: '#171d1d',
  link: '#11696b',
  fill: '#11696b',
  'on-fill': '#ffffff',
}
export type MailColours = typeof light
const dark: MailColours = {
  paper: '#111515',
  raised: '#1a1d1d',
  sunken: '#232727',
  soft: '#152e2e',
  line: '#343738',
  muted: '#afb6b6',
  ink: '#e9eeee',
  link: '#60adaf',
  fill: '#186d6f',
  'on-fill': '#ffffff',
}

/** The colours of a mail: the program's, or the default. They go into a style sheet, so invalid colours are dropped. */
export function mailColours(colours: Program['colours']): { light: MailColours; dark: MailColours } {
  const own = (theirs: Record<string, string> | undefined) =>
    Object.fromEntries(Object.entries(theirs ?? {}).filter(([role, value]) => role in light && isColour(value)))
  return { light: { ...light, ...own(colours?.light) }, dark: { ...dark, ...own(colours?.dark) } }
}

/**
 * The style sheet of a mail: narrow screens, and dark mode by class. The elements' own styles are the light mode, for
 * clients without style sheets. Outlook on the web marks dark mode with attributes. Outlook on Windows drops an
 * `!important` without a space before it.
 */
export function mailStyle(colours: MailColours): string {
  const text = ['ink', 'muted', 'link', 'on-fill'] as const
  const ground = [
    ['paper', 'paper'],
    ['sheet', 'raised'],
    ['sunken', 'sunken'],
    ['soft', 'soft'],
    ['fill', 'fill'],
  ] as const
  const rules = (before: string, which: 'text' | 'ground') =>
    which === 'text'
      ? text.map((role) => `${before}.${role}{color:${colours[role]} !important}`)
      : ground.map(([name, role]) => `${before}.${name}{background-color:${colours[role]} !important}`)
  const lines = `.line,.sheet{border-color:${colours.line} !important}`
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    'body{margin:0;padding:0;-webkit-text-size-adjust:100%}table{border-spacing:0}',
    '@media (max-width:480px){.pad{padding-left:16px !important;padding-right:16px !important}.stack{display:block !important;width:auto !important;padding-right:0 !important}.above{padding-bottom:0 !important}}',
    `@media (prefers-color-scheme:dark){${[...rules('', 'ground'), ...rules('', 'text'), lines].join('')}}`,
    ...rules('[data-ogsb] ', 'ground'),
    ...rules('[data-ogsc] ', 'text'),
  ].join('\n')
}
