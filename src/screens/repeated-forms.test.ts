import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The forms of a page that are written once and shown for each item of a list. */
function repeatedForms(source: string): string[] {
  return [...source.matchAll(/<form\b[^>]*/g)].flatMap(({ 0: tag, index }) => (isInList(source, index) ? [tag] : []))
}

function isInList(source: string, at: number): boolean {
  let closed = 0
  for (let index = at - 1; index >= 0; index -= 1) {
    if (source[index] === ')') closed += 1
    if (source[index] !== '(') continue
    if (closed === 0 && /\.(?:flatMap|map)$/.test(source.slice(Math.max(0, index - 8), index))) return true
    closed = Math.max(0, closed - 1)
  }
  return false
}

it('a form that a page shows for each item of a list has a name of its own', () => {
  const forms = globSync('src/**/*.{astro,tsx}').flatMap((path) =>
    repeatedForms(readFileSync(path, 'utf8')).map((tag) => ({ path, tag })),
  )
  expect(forms.length).toBeGreaterThan(10)
  expect(forms.filter(({ tag }) => !/\saria-label(?:ledby)?=/.test(tag))).toEqual([])
})
