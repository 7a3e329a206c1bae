import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { list, mostCounted } from '../../contract/paging.ts'
import { csvFile, csvOfPages, readCsv } from './csv-file.ts'

it.each([0, 1, 100, 1000, 1250])('K2: a CSV file has all %s rows of a list whose count is capped', async (count) => {
  const all = Array.from({ length: count }, (_, row) => row)
  const read = async (page: { limit: number; skip: number }) => {
    const most = mostCounted(page)
    return list(all.slice(page.skip, page.skip + page.limit), Math.min(count, most), page, count > most)
  }
  const file = await csvOfPages(['Row'], read, (row) => [row])
  expect(file.trim().split('\r\n')).toHaveLength(count + 1)
})

const read = async (text: string, maxRows = 100) => readCsv(new TextEncoder().encode(text), maxRows)

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
  ])('C-01: the value %j is one cell and no formula', async (text) => {
    const file = await csvFile([
      ['Text', 'Number'],
      [text, 4],
      ['next', null],
    ])
    const [, first, second] = (await read(file)) ?? []
    expect(second).toEqual(['next', ''])
    expect(first).toHaveLength(2)
    expect(first?.[0]).toMatch(/^[^\s=+\-@\uff1d\uff0b\uff0d\uff20]/)
    expect(first?.[0]?.replace(/^'/, '')).toBe(text)
    expect(first?.[1]).toBe('4')
  })
})

describe('a file for spreadsheets in French', () => {
  it('cells have semicolons between them and numbers a comma', async () => {
    const rows = [
      ['Nom', 'Montant'],
      ['Zoé, Léa', 12.5],
    ]
    expect(await csvFile(rows, 'fr')).toBe('\ufeff"Nom";"Montant"\r\n"Zoé, Léa";"12,5"\r\n')
    expect(await csvFile(rows)).toBe('\ufeff"Nom","Montant"\r\n"Zoé, Léa","12.5"\r\n')
    expect(await read(await csvFile([['Courriel'], ['a@b.example']], 'fr'))).toEqual([['Courriel'], ['a@b.example']])
  })
})

it('a phone number is written as it is', async () =>
  expect(await csvFile([['+16135550142']])).toContain('"+16135550142"'))

describe('reading a CSV file', () => {
  it.each<[text: string, rows: string[][] | null]>([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n1;"2;3"',
      [
        ['a', 'b'],
        ['1', '2;3'],
      ],
    ],
    [
      '\ufeffa,b\r\n\r\n , \r\n"say ""hi""","two\nlines"',
      [
        ['a', 'b'],
        ['say "hi"', 'two\nlines'],
      ],
    ],
    ['a,"b', null],
    ['a,"b"c"\n', null],
    ['a\u0000b', null],
    ['', []],
  ])('the CSV text %j has the rows %j', async (text, rows) => expect(await read(text)).toEqual(rows))

  it('a file that is not UTF-8 is rejected', async () => expect(await readCsv(Uint8Array.of(0xff, 0xfe), 9)).toBeNull())

  it('a file with too many rows is rejected', async () => {
    const rows = 'a\n\n'.repeat(5)
    expect([await read(rows, 5), await read(rows, 4)]).toEqual([Array.from({ length: 5 }, () => ['a']), null])
  })

  it('empty rows below a table are skipped, up to ten thousand', async () => {
    const withEmpty = (count: number) => read(['a,b', ...Array.from({ length: count }, () => ',')].join('\r\n'))
    expect([await withEmpty(10_000), await withEmpty(10_001)]).toEqual([[['a', 'b']], null])
  })

  it('a written CSV file is read back unchanged', () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => `x${text.replace(/\0|\r$/g, '')}`)
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })
    return fc.assert(
      fc.asyncProperty(rows, async (written) => {
        expect(await read(await csvFile(written))).toEqual(written)
      }),
    )
  })

  it.each(['"', '""', ',', '"a"b', '\n', 'a\n', '"\n', ' "', '","'])(
    'a file of only %j is parsed in linear time',
    async (piece) => {
      const time = async (bytes: number) => {
        const began = performance.now()
        await read(`a,b\n${piece.repeat(bytes / piece.length)}`, 2000)
        return performance.now() - began
      }
      await time(100_000)
      const short = Math.min(await time(200_000), await time(200_000))
      expect(await time(4_000_000)).toBeLessThan(20 * 8 * (short + 5))
    },
  )
})
