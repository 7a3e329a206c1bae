import { existsSync, globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'

const folders = [...new Set(globSync('e2e/**/*.proof.ts').map((file) => dirname(file)))]

it.each(folders)('%s: its proofs are tested', (folder) => {
  expect(existsSync(`${folder}/${basename(folder)}.test.ts`)).toBe(true)
})
