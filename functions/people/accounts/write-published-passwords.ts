import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { packWords, plainPassword } from './plain-password.ts'

/** The list leaves out shorter entries, because they are neither valid passwords nor words in one. */
const minLength = 4

/** The published list of common passwords in its stored form: normalised, sorted and packed. */
export function publishedPasswords(): string {
  const entry = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common')
  const list = `${entry.slice(0, entry.lastIndexOf('/dist/'))}/src/passwords.json`
  const passwords: string[] = JSON.parse(readFileSync(list, 'utf8'))
  const words = passwords.map(plainPassword).filter((word) => word.length >= minLength && !word.includes(' '))
  return `${JSON.stringify({ packed: packWords(words) }, null, 2)}\n`
}

/** Run `node functions/people/accounts/write-published-passwords.ts` after an update of its package. */
if (process.argv[1] === import.meta.filename)
  writeFileSync(new URL('published-passwords.json', import.meta.url), publishedPasswords())
