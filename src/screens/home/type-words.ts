import { type Language, textIn } from '../../locales/choose-language.ts'

/** What a kind of program is called: kinds of events have their word, any other is said as its organisation wrote it. */
export function typeWords(type: string, language: Language): string {
  const known: Record<string, string> = textIn(language).explore.types
  return Object.hasOwn(known, type) ? (known[type] ?? type) : type.charAt(0).toUpperCase() + type.slice(1)
}
