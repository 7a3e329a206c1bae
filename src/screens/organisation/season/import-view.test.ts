import { describe, expect, it } from 'vitest'
import { deskImport } from '../../../locales/en/organisation/desk-import.ts'
import { changesOf, fileProblemOf, isMendable, mistakesOf, nameOf, readSheet } from './import-view.ts'

const csv = 'Name,Fee\r\n"Otter, Week",395\r\n\r\nHeron,x\r\n'
const error = (param: string) => ({ type: 'invalid_amount', param, message: 'No price.' })
const events = [{ key: 'heron', action: 'update' as const, rows: [4], changes: [] }]

describe('the spreadsheet of an import', () => {
  it('a sheet has its columns, their first values and its rows with the empty ones', () => {
    expect(readSheet(csv, {})).toEqual({
      text: csv.replaceAll('\r\n', '\n'),
      headers: ['Name', 'Fee'],
      samples: ['Otter, Week', '395'],
      rows: [['Name', 'Fee'], ['Otter, Week', '395'], [''], ['Heron', 'x'], ['']],
    })
  })

  it.each([
    ['Name;Fee\nOtter;3,5\n', ['Otter', '3,5']],
    ['Name\tFee\nOtter\t3\n', ['Otter', '3']],
    ['\uFEFFName,Fee\nOtter,3\n', ['Otter', '3']],
  ])('the cells of %j are separated as the call separates them', (text, samples) =>
    expect(readSheet(text, {})).toMatchObject({ headers: ['Name', 'Fee'], samples }),
  )

  it('a corrected cell is in the text, and the names of the columns are not corrected', () => {
    const { text } = readSheet(csv, { 'cell.4.1': '4,20', 'cell.1.0': 'Other', 'cell.99.1': '1' })
    expect(text).toBe('Name,Fee\n"Otter, Week",395\n\nHeron,"4,20"\n')
  })

  it('a mistake names its cell and the value in it', () => {
    const sheet = readSheet(csv, {})
    const errors = [error('rows[4].Fee'), error('rows[1].Fee'), error('rows[4].Other'), error('file')]
    const mistakes = mistakesOf({ message: 'No.', errors }, sheet, deskImport)
    expect(mistakes.map(({ row, column, at, value }) => [row, column, at, value])).toEqual([
      [4, 'Fee', 1, 'x'],
      [1, 'Fee', 1, 'Fee'],
      [4, 'Other', -1, ''],
      [null, '', -1, ''],
    ])
    expect(mistakes.map((mistake) => isMendable(mistake, sheet))).toEqual([true, false, false, false])
    const unknown = { ...error('rows[1].Coach'), type: 'unknown_parameter' }
    expect(mistakesOf({ message: 'No.', errors: [unknown] }, sheet, deskImport)).toMatchObject([
      { row: 1, message: deskImport.unknownColumn },
    ])
    expect(mistakesOf({ message: 'No.', errors: [] }, sheet, deskImport)).toMatchObject([{ row: null, message: 'No.' }])
  })

  it('an event has its name from the file, and its changes have the names of their columns', () => {
    const sheet = readSheet(csv, {})
    expect(events.map((event) => [nameOf(event, { Name: 'name' }, sheet), nameOf(event, {}, sheet)])).toEqual([
      ['Heron', 'heron'],
    ])
    const change = (path: string, from: unknown, to: unknown) => ({ action: 'update' as const, path, from, to })
    const changes = [
      change('options.full.cost', 395, 405),
      change('summary', null, 'Water'),
      change('venues', ['a'], ['b']),
    ]
    expect(changesOf({ ...events[0], key: 'heron', action: 'update', rows: [4], changes }, deskImport.fields)).toEqual([
      'Price before fees and tax: 395 → 405',
      'Summary: Water',
      'Place: … → …',
    ])
  })

  it.each([
    ['file_too_large', false, deskImport.tooLarge],
    ['invalid_file', true, deskImport.notText],
    ['none', false, deskImport.chooseFile],
    ['none', true, null],
    ['row_errors', true, null],
  ])('the problem of a file with a failure %s (text: %s) is %j', (type, hasText, problem) =>
    expect(fileProblemOf({ type, errors: [] }, hasText, deskImport)).toBe(problem),
  )
})
