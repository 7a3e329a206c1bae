import type { Language } from '../../../contract/field-rules.ts'
import { type FileText, type TextField, textFields, type Translations } from '../../../contract/texts.ts'

type Plain<Value> = Value extends FileText ? string : Value
/** The columns of an item of a program file. */
type WithPlainTexts<Item> = { [Name in keyof Item]: Name extends TextField ? Plain<Item[Name]> : Item[Name] }
/** The item of a program file for a row. */
export type WithFileTexts<Row> = {
  [Name in keyof Row]: Name extends TextField ? (Row[Name] extends string ? FileText : FileText | null) : Row[Name]
}

const isPerLanguage = (value: unknown): value is Exclude<FileText, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text in the program's language. */
export const plainText = (value: FileText, language: Language): string =>
  isPerLanguage(value) ? (value[language] ?? '') : value

/** The texts of an item as columns: the program's language in the columns, all others under `translations`. */
export function splitTexts<Item extends object>(
  item: Item,
  language: Language,
): WithPlainTexts<Item> & { translations: Translations } {
  const row = { ...item } as Record<string, unknown>
  const translations: Translations = { language }
  for (const name of textFields) {
    const value = row[name]
    if (!isPerLanguage(value)) continue
    row[name] = plainText(value, language)
    for (const [other, words] of Object.entries(value) as [Language, string | undefined][])
      if (other !== language && words) translations[other] = { ...translations[other], [name]: words }
  }
  return { ...row, translations } as WithPlainTexts<Item> & { translations: Translations }
}

/** Joins the columns of an item into its texts. A text in one language only is a string. */
export function joinTexts<Row extends { translations: Translations }>({
  translations,
  ...row
}: Row): WithFileTexts<Omit<Row, 'translations'>> {
  const { language: own, ...others } = translations
  const language = own ?? 'en'
  const item = { ...row } as Record<string, unknown>
  for (const [other, words] of Object.entries(others))
    for (const [name, value] of Object.entries(words))
      if (value && name in row && (textFields as readonly string[]).includes(name)) {
        const before = item[name]
        item[name] = { ...(isPerLanguage(before) ? before : { [language]: before }), [other]: value }
      }
  return item as WithFileTexts<Omit<Row, 'translations'>>
}

/**
 * An item with normalised texts: a text in the program's language alone is a string, and empty languages are left out.
 */
export function normaliseTexts<Item extends object>(item: Item, language: Language): Item {
  let normalised: Item = item
  for (const name of textFields) {
    const value = (item as Record<string, unknown>)[name]
    if (isPerLanguage(value)) normalised = { ...normalised, [name]: normaliseText(value, language) }
  }
  return normalised
}

/** A normalised text. */
export function normaliseText(value: FileText, language: Language): FileText {
  if (!isPerLanguage(value)) return value
  const written = Object.entries(value).filter(([name, words]) => words || name === language)
  const [first] = written
  return written.length === 1 && first?.[0] === language ? (first[1] ?? '') : Object.fromEntries(written)
}
