import * as z from 'zod/mini'
import { Language } from './field-rules.ts'

/** A text of a program file: a string in the program's language, or one string per language. */
export function text<Schema extends z.ZodMiniType<string, string>>(schema: Schema) {
  const perLanguage = z.strictObject({ en: z.optional(schema), fr: z.optional(schema) })
  const either = z.union([schema, perLanguage])
  // The type of the value decides which of the two schemas checks it, so that an error refers to that schema only.
  either._zod.run = (payload, ctx) =>
    typeof payload.value === 'object' && payload.value !== null
      ? perLanguage._zod.run(payload as never, ctx)
      : (schema._zod.run(payload as never, ctx) as never)
  return either
}
export type FileText = string | { en?: string | undefined; fr?: string | undefined }

/**
 * Texts of a row in languages other than its own, by language and column. `language` is the language of the row's own
 * columns.
 */
export type Translations = { language?: Language | null } & { [Name in Language]?: Record<string, string | null> }

/**
 * The texts of an object, by field, that are not in the requested language, and their language. Absent when every text
 * is in the requested one. Our addition.
 */
export const TextLanguages = z.optional(z.record(z.string(), Language))
export type TextLanguages = z.infer<typeof TextLanguages>

/** Every field of a program file that customers read. */
export const textFields = [
  'name',
  'title',
  'summary',
  'description',
  'terms',
  'text',
  'help',
  'label',
  'picture_text',
  'confirm_text',
  'pickup_text',
  'address_line_1',
  'address_line_2',
  'program_terms',
  'session_packages_text',
  'membership_packages_text',
  'default_membership_terms',
  'sold_out_text',
  'store_front_text',
  'treaty',
  'offline_instructions',
  'privacy_text',
  'health_access_text',
  'tax_number',
  'card_charges',
] as const
export type TextField = (typeof textFields)[number]

const shownFields: readonly string[] = [...textFields, 'option_title', 'product_name', 'cancel_text']

/**
 * A row without its translations, with its texts in a language if it has them. Null means each text in its own
 * language.
 */
export function localize<Row extends { translations: Translations }>(
  { translations, ...row }: Row,
  language: Language | null,
): Omit<Row, 'translations'> & { text_languages: TextLanguages } {
  const own = translations.language ?? 'en'
  if (language === null || language === own) return { ...row, text_languages: undefined }
  const texts = Object.entries(translations[language] ?? {}).filter(([name, value]) => value !== null && name in row)
  const translated = Object.fromEntries(texts)
  const others = Object.entries(row).filter(
    ([name, value]) => typeof value === 'string' && value !== '' && shownFields.includes(name) && !(name in translated),
  )
  return {
    ...row,
    ...translated,
    text_languages: others.length === 0 ? undefined : Object.fromEntries(others.map(([name]) => [name, own])),
  }
}

/** The text languages of an object whose texts come from several rows. */
export const joinTextLanguages = (...parts: TextLanguages[]): TextLanguages =>
  parts.some((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined
