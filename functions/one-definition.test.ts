import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

const sources = ['functions', 'src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.(?:ts|tsx|astro)$/.test(name) && !/\.test\.ts$/.test(name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path: relative(root, path), text: readFileSync(path, 'utf8') }
    })
    .filter(({ path }) => !/\/test-bench\//.test(path)),
)

/** Definitions that exist in one file only, and the pattern that finds a second copy. */
const definitions: [what: string, file: RegExp, copy: RegExp][] = [
  [
    'the milliseconds of a minute, an hour and a day',
    /contract\/limits\.ts$/,
    /Ms = .*\b(?:60_000|3_600_000|86_400_000)\b/,
  ],
  ['a list in a condition of SQL', /database\/json-lists\.ts$/, /\(SELECT value FROM json_each\(\$\{JSON\.stringify/],
  ['a list of names in a sentence', /contract\/name-list\.ts$/, /new Intl\.ListFormat|slice\(0, -1\)\.join\(/],
  ['the hour of an instant', /contract\/wall-clock\.ts$/, /hour: '(?:numeric|2-digit)'|toLocaleTimeString/],
  ['a file for spreadsheets', /middleware\/csv-file\.ts$/, /text\/csv; charset/],
]

it.each(definitions)('the definition of %s exists once', (_, file, copy) => {
  const places = sources.filter(({ text }) => copy.test(text)).map(({ path }) => path)
  expect(places).toEqual([expect.stringMatching(file)])
})
