import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name)))
const files = [...filesIn('src/locales/fr'), ...filesIn('functions/contract/sentences')].filter((file) =>
  /^(?!.*\.test\.ts$).*\.ts$/.test(file),
)
/**
 * Finds a breaking space before a colon or a closing quotation mark, or after an opening one. It also finds any space
 * before a question mark or a semicolon, because French in Canada has none there.
 */
const breaking = /[\p{L}\d)}?!…’] [:»](?=[ '`»]|$)|« |[\p{L}}] ;|[\p{L}}] \?(?=['`]| \p{Lu})/u

describe('spaces in French sentences', () => {
  it('a French punctuation mark stays on the line of its word', () => {
    expect(files.length).toBeGreaterThan(60)
    const found = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => !/ [?] /.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line) && breaking.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })
})
