import type { ErrorType } from '../api-error.ts'
import { declineOf } from '../declines.ts'
import { type Language, fieldSentences } from '../field-rules.ts'
import { en, type Sentences } from './en.ts'
import { fr } from './fr.ts'

const catalogues: Record<Language, Sentences> = { en, fr }
const ruleOfSentence = new Map<string, ErrorType>(
  Object.entries(fieldSentences).map(([rule, sentence]) => [sentence, rule as ErrorType]),
)

/** The sentence of an error type in a language. */
export function errorSentence(type: ErrorType, language: Language): string {
  return catalogues[language].errors[type]
}

/** A field rule's sentence (given as its English sentence or its type) in a language. */
export function fieldSentence(sentence: string, language: Language): string {
  const most = /^Use at most (\d+) characters\.$/.exec(sentence)?.[1]
  if (most) return catalogues[language].tooLong(most)
  const type = ruleOfSentence.get(sentence) ?? (sentence in en.errors ? (sentence as ErrorType) : null)
  return type ? errorSentence(type, language) : sentence
}

/** Reason and next step of a decline, one after the other. */
export function declineSentence(code: string, language: Language): string {
  return declineWords(code, language).join(' ')
}

/** Reason and next step of a decline. */
export function declineWords(code: string, language: Language): [string, string] {
  return catalogues[language].declines[declineOf(code).text] as [string, string]
}

export type NoticeName = keyof Sentences['notices']

/** A calm sentence of a quote. */
export function noticeSentence(name: NoticeName, language: Language): string {
  return catalogues[language].notices[name]
}

export type DoneName = keyof Sentences['done']

/** What an organiser's call has done. */
export function doneSentence(name: DoneName, language: Language): string {
  return catalogues[language].done[name]
}

export type CancellationSentenceName = keyof Sentences['cancellation']

/** What cancelling a place gives, in words; `amount` is already written as the reader writes money. */
export function cancellationSentence(name: CancellationSentenceName, amount: string, language: Language): string {
  return catalogues[language].cancellation[name](amount)
}
