import { describe, expect, it } from 'vitest'
import { markdownTable, nextOf, type Row, rowsOf, withRow } from './figures.ts'

const row = (change: Partial<Row> = {}): Row => ({
  row: '1 · R-1',
  name: 'last-places',
  promise: 'never sells more places than there are, alone | together',
  rounds: '200 rounds',
  figure: '40000 requests; 0 × 5xx',
  seconds: 90,
  isHeld: true,
  date: '2027-01-04',
  ...change,
})

describe('the table of long-run results', () => {
  it('the table of results is parsed back from its own output', () => {
    const rows = [row(), row({ row: '99', name: 'stories', isHeld: false })]
    expect(rowsOf(markdownTable(rows))).toEqual(rows)
  })

  it('the table of results has one row for each name, in numerical order', () => {
    const rows = [row({ row: '2', name: 'b' }), row({ row: '10', name: 'c' })]
    expect(withRow(rows, row({ row: '2', name: 'a' })).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(withRow(rows, row({ row: '2', name: 'b', rounds: '400 rounds' }))).toHaveLength(2)
  })

  it.each([
    ['a finished run replaces an earlier finished run', '200 rounds', row({ rounds: '300 rounds' }), '300 rounds'],
    [
      'an unfinished run replaces an earlier unfinished run',
      '20 of 200 rounds',
      row({ rounds: '30 of 200 rounds' }),
      '30 of 200 rounds',
    ],
    [
      'an unfinished run does not replace a finished run',
      '200 rounds',
      row({ rounds: '30 of 200 rounds' }),
      '200 rounds',
    ],
    [
      'a failed proof replaces a finished run at once',
      '200 rounds',
      row({ rounds: '30 of 200 rounds', isHeld: false }),
      '30 of 200 rounds',
    ],
  ])('the table of results: %s', (_, before, now, after) => {
    expect(withRow([row({ rounds: before })], now)[0]?.rounds).toBe(after)
  })
})

describe('the next proof to run', () => {
  const waiting = [
    { name: 'yesterday', lastRun: 2, seconds: 10 },
    { name: 'long ago, and long', lastRun: 1, seconds: 100 },
    { name: 'never', lastRun: 0, seconds: 0 },
  ]
  it.each([
    ['never', waiting, 50],
    ['long ago, and long', waiting.slice(0, 2), 200],
    ['yesterday', waiting.slice(0, 2), 50],
    [undefined, waiting.slice(0, 2), 5],
    [undefined, waiting, 0],
  ])('the next proof is “%s”, the longest-waiting one that fits into the remaining time', (name, among, left) => {
    expect(nextOf(among, left)?.name).toBe(name)
  })
})
