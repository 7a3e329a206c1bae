import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * Number of rows in each part of the threat model: accounts, isolation, money, privacy, load, data, webhooks,
 * unsubscribing, user texts, background work, pages, files, and output for other programs.
 */
const rowsOf: Record<string, number> = {
  ...{ A: 25, I: 16, M: 25, P: 5, L: 2, D: 5, W: 6 },
  ...{ U: 5, E: 4, B: 2, X: 11, F: 4, C: 4 },
}

/** Goals that a whole suite proves, without a separate row. */
const goals = ['R-2', 'S-2', 'S-8', 'S-11', 'S-14']

const rows = Object.entries(rowsOf).flatMap(([part, count]) =>
  Array.from({ length: count }, (_, at) => `${part}-${String(at + 1).padStart(2, '0')}`),
)
const files = globSync(['functions/**/*.test.ts', 'src/**/*.test.ts', 'e2e/**/*.{test,spec,proof}.ts']).filter(
  (path) => !path.endsWith('threat-rows.test.ts'),
)

/** Rows named at the beginning of a test's, suite's or proof's title: `it('A-04: …`, `row: '11 · S-7, A-04'`. */
const namedRows = (text: string): string[] =>
  [
    ...text.matchAll(/(?:\(|^\s*)['`"]((?:[A-Z]-?\d\d?(?:, )?)+): /gm),
    ...text.matchAll(/^\s*row: '([^']+)'/gm),
  ].flatMap(([, names = '']) => names.match(/[A-Z]-\d\d?/g) ?? [])

describe('the threat model', () => {
  const tested = new Set(files.flatMap((path) => namedRows(readFileSync(path, 'utf8'))))

  it.each([...rows, ...goals])('threat row %s has a test that is named after it', (row) => {
    expect(tested.has(row), `No test begins with "${row}: ".`).toBe(true)
  })

  it('threat rows are read from test titles only', () => {
    expect(
      namedRows(
        "it('A-04, A-23: five', () => {})\n  it.each(x)('M-01: %s')\n  row: '8 · S-3, L-01',\n// A-09: nothing\n  it('see A-10')",
      ),
    ).toEqual(['A-04', 'A-23', 'M-01', 'S-3', 'L-01'])
  })
})
