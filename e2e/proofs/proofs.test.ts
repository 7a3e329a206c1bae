import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'

const folders = [...new Set(globSync('e2e/**/*.proof.ts').map((file) => dirname(file)))]

it.each(folders)('every proof in %s is tested', (folder) => {
  expect(existsSync(`${folder}/${basename(folder)}.test.ts`)).toBe(true)
})

it('R-2: every proof of a race also runs without a guard, and must detect it in 95 % of the rounds', () => {
  const races = globSync('e2e/races/*.proof.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  expect(races.length).toBeGreaterThan(15)
  expect(races.filter(({ text }) => !/^\s+controls(?::|,)/m.test(text)).map(({ file }) => file)).toEqual([])
  expect(races.filter(({ text }) => /^\s+least:/m.test(text)).map(({ file }) => file)).toEqual([])
})
