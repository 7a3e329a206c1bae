import { languageOf, type Locale } from '#contract/date-format'
import { type Language, languages } from '#contract/field-rules'
import { en, type Text } from './en.ts'
import { fr } from './fr.ts'

export type { Language, Text }

const catalogues: Record<Language, Text> = { en, fr }

const isLanguage = (word: string | null | undefined): word is Language => languages.includes(word as Language)

/**
 * The first candidate that the site supports, or English. Public pages use `?lang`, then the program's language
 * (`layouts/program-context.ts`). Private pages use the user's language, pages without a program `requestLanguage`.
 */
export function chooseLanguage(...wishes: (string | null | undefined)[]): Language {
  return wishes.find(isLanguage) ?? 'en'
}

export const textIn = (locale: Language | Locale): Text => catalogues[languageOf(locale)]
