import { describe, expect, it } from 'vitest'
import { textIn } from '../../../locales/choose-language.ts'
import { checkWords } from './check-words.ts'
import { ruleSentences } from './make-setup.ts'

describe('the errors of an answer', () => {
  it.each([
    ['en', 'Enter the day, month and year', 'Answer this question'],
    ['fr', 'Entrez le jour, le mois et l’année', 'Répondez à cette question'],
  ] as const)('a missing or partial date asks for its parts, in %s', (language, date, other) => {
    const words = checkWords(textIn(language).registration, ruleSentences(language))
    expect(words.answer({ code: 'required' }, 'date')).toBe(date)
    expect(words.answer({ code: 'required' }, 'short_text')).toBe(other)
    expect(words.answer({ code: 'invalid_date' }, 'date')).toBe(textIn(language).registration.noSuchDay)
  })
})
