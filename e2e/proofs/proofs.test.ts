import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'

const folders = [...new Set(globSync('e2e/**/*.proof.ts').map((file) => dirname(file)))]

it.each(folders)('%s has a test for each of its proofs', (folder) => {
  expect(existsSync(`${folder}/${basename(folder)}.test.ts`)).toBe(true)
})

it('R-2: every race proof detects its removed safeguard in at least 95 % of the rounds', () => {
  const races = globSync('e2e/races/*.proof.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  expect(races.length).toBeGreaterThan(15)
  expect(races.filter(({ text }) => !/^\s+controls(?::|,)/m.test(text)).map(({ file }) => file)).toEqual([])
  expect(races.filter(({ text }) => /^\s+least:/m.test(text)).map(({ file }) => file)).toEqual([])
})
