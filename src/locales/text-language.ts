import type { Language } from '#contract/field-rules'
import type { TextLanguages } from '#contract/texts'

/** The `lang` attribute of a text that is not in the page's language; undefined when it is. */
export const langOf = (item: { text_languages?: TextLanguages }, field: string): Language | undefined =>
  item.text_languages?.[field]

/** The language of a tag without a name in the page's language: the program's own. */
export const langOfTag = (
  program: { language: string; tag_names?: Record<string, string> | undefined },
  tag: string,
  language: Language,
): string | undefined =>
  program.language === language || program.tag_names?.[tag] !== undefined ? undefined : program.language

/** A program's name for a tag in the page's language; without one, the tag itself. */
export const tagName = (program: { tag_names?: Record<string, string> | undefined }, tag: string): string =>
  program.tag_names?.[tag] ?? tag
