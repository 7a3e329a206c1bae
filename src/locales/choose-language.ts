import { languageOf, type Locale } from '#contract/date-format'
import { type Language, languages } from '#contract/field-rules'
import { en, type Text } from './en.ts'
import { fr } from './fr.ts'

export type { Language, Text }

const catalogues: Record<Language, Text> = { en, fr }

const isLanguage = (word: string | null | undefined): word is Language => languages.includes(word as Language)

/**
 * The first of the wishes that is a language we speak; English when none is. Public pages: `?lang`, then the program's language
 * (`layouts/program-context.ts`); private pages: the signed-in user's; pages without a program: `requestLanguage`.
 */
export function chooseLanguage(...wishes: (string | null | undefined)[]): Language {
  return wishes.find(isLanguage) ?? 'en'
}

/** Every text of the site in one language. */
export const textIn = (locale: Language | Locale): Text => catalogues[languageOf(locale)]
