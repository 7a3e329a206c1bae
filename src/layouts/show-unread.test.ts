import { expect, it } from 'vitest'
import { textIn } from '../locales/choose-language.ts'
import { bellWords } from './show-unread.ts'

it.each([
  ['en', 0, 'Notifications'],
  ['en', 1, 'Notifications, 1 new'],
  ['en', 12, 'Notifications, 12 new'],
  ['fr', 1, 'Notifications, 1 nouvelle'],
  ['fr', 3, 'Notifications, 3 nouvelles'],
] as const)('the bell says in %s with %i unread: %s', (language, unread, words) => {
  expect(bellWords(unread, { ...textIn(language).shell.bell })).toBe(words)
})
