import { en } from './en.ts'
import { fr } from './fr.ts'
import type { Text } from './en.ts'

export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export type { Text }

const catalogues: Record<Language, Text> = { en, fr }

const isLanguage = (word: string | null | undefined): word is Language => languages.includes(word as Language)

/** The first of the wishes that is a language we speak; English when none is. */
export function chooseLanguage(...wishes: (string | null | undefined)[]): Language {
  return wishes.find(isLanguage) ?? 'en'
}

/** Every text of the site in one language. */
export const textIn = (language: Language): Text => catalogues[language]

/** Locale for `Intl` and `<html lang>`. */
export const localeOf = (language: Language): string => `${language}-CA`
