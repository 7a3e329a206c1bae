import { describe, expect, it } from 'vitest'
import { list, mostCounted } from '../../contract/paging.ts'
import { csvFile, csvOfPages } from './csv-file.ts'

it.each([0, 1, 100, 1000, 1250])('K2: a file has all of %s rows, however far their list is counted', async (count) => {
  const all = Array.from({ length: count }, (_, row) => row)
  const read = async (page: { limit: number; skip: number }) => {
    const most = mostCounted(page)
    return list(all.slice(page.skip, page.skip + page.limit), Math.min(count, most), page, count > most)
  }
  const file = await csvOfPages(['Row'], read, (row) => [row])
  expect(file.trim().split('\r\n')).toHaveLength(count + 1)
})

/** Reads a file as RFC 4180 has it. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted = '', end] of text.replace(/^\ufeff/, '').matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('a file for spreadsheets', () => {
  it.each([
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("https://evil.example","x")',
    '+1',
    '-1+2',
    '@SUM(A1:A9)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '\uff1dcmd',
    '\uff0b1',
    '\uff20SUM(A1)',
    ' =1+1',
    '"=1+1"',
    'a,b\r\nc;"d"',
  ])('C-01: %j is one cell, and no formula', (text) => {
    const [first, second] = cellsOf(
      csvFile([
        [text, 4],
        ['next', null],
      ]),
    )
    expect(second).toEqual(['next', ''])
    expect(first).toHaveLength(2)
    expect(first?.[0]).toMatch(/^[^\s=+\-@\uff1d\uff0b\uff0d\uff20]/)
    expect(first?.[0]?.replace(/^'/, '')).toBe(text)
    expect(first?.[1]).toBe('4')
  })
})
