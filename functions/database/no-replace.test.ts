import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const replaces = /\bINSERT\s+OR\s+REPLACE\b|\bREPLACE\s+INTO\b/i

it('D-05: no statement replaces a row, and with it its children; a row is changed where it is', () => {
  const files = globSync(['functions/**/*.{ts,sql}', 'src/**/*.{ts,tsx,astro}']).filter(
    (path) => !path.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((path) => replaces.test(readFileSync(path, 'utf8')))).toEqual([])
  expect(replaces.test('insert or  replace into users')).toBe(true)
})
