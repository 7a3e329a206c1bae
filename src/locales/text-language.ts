import type { Language } from '#contract/field-rules'
import type { TextLanguages } from '#contract/texts'

/** The `lang` attribute of a text that is in another language than the page; otherwise undefined. */
export const langOf = (item: { text_languages?: TextLanguages }, field: string): Language | undefined =>
  item.text_languages?.[field]

/** The language of a tag. A tag without a name in the page's language is shown in the program's own language. */
export const langOfTag = (
  program: { language: string; tag_names?: Record<string, string> | undefined },
  tag: string,
  language: Language,
): string | undefined =>
  program.language === language || program.tag_names?.[tag] !== undefined ? undefined : program.language

/** A program's name for a tag in the page's language. Without a name it is the tag itself. */
export const tagName = (program: { tag_names?: Record<string, string> | undefined }, tag: string): string =>
  program.tag_names?.[tag] ?? tag
