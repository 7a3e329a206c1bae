import type { Language } from '#contract/field-rules'
import type { TextLanguages } from '#contract/texts'

/** The language of a text that is not in the page's own, for its `lang`; undefined where it is. */
export const langOf = (item: { text_languages?: TextLanguages }, field: string): Language | undefined =>
  item.text_languages?.[field]

/** The language of a tag that has no name in the page's: the program's own. */
export const langOfTag = (
  program: { language: string; tag_names?: Record<string, string> | undefined },
  tag: string,
  language: Language,
): string | undefined =>
  program.language === language || program.tag_names?.[tag] !== undefined ? undefined : program.language

/** What a program calls one of its tags in the page's language; a tag without another name is its own. */
export const tagName = (program: { tag_names?: Record<string, string> | undefined }, tag: string): string =>
  program.tag_names?.[tag] ?? tag
