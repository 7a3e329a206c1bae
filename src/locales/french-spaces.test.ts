import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name)))
const files = [...filesIn('src/locales/fr'), ...filesIn('functions/contract/sentences')].filter((file) =>
  /^(?!.*\.test\.ts$).*\.ts$/.test(file),
)
/** A space that may break before a colon or a closing quotation mark, or after an opening one; any before a question mark or a semicolon, which take none in Canada. */
const breaking = /[\p{L}\d)}?!…’] [:»](?=[ '`»]|$)|« |[\p{L}}] ;|[\p{L}}] \?(?=['`]| \p{Lu})/u

describe('French sentences', () => {
  it('never start a line with a colon, a question mark or a semicolon that stands alone, or end one with a quotation mark that opens', () => {
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
