import { describe, expect, it } from 'vitest'
import { fileText } from './file-text.ts'

describe('the text of a file', () => {
  it.each([
    ['UTF-8', [0x45, 0xcc, 0x81], 'E\u0301'],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['UTF-16 with a mark', [0xff, 0xfe, 0x61, 0, 0xe9, 0], 'aé'],
    ['Windows-1252', [0x64, 0x92, 0xe9], 'd’é'],
    ['nothing', [], ''],
  ])('%s is read', (_, bytes, text) => expect(fileText(Uint8Array.from(bytes))).toBe(text))

  it.each([
    ['a workbook', [0x50, 0x4b, 3, 4, 0]],
    ['broken UTF-16', [0xff, 0xfe, 0, 0xd8]],
    ['UTF-16 without a mark', [0x61, 0, 0xe9, 0]],
  ])('%s is not text', (_, bytes) => expect(fileText(Uint8Array.from(bytes))).toBeNull())
})
