import { expect, test } from 'vitest'
import { instant } from './instant.ts'

const furthest = 8_640_000_000_000_000

test.each([0, -1, 1, 86_399_999, 86_400_000, -62_167_219_200_001, 253_402_300_800_000, furthest, -furthest])(
  'the instant %d is formatted as Date formats it',
  (at) => {
    expect(instant(at)).toBe(new Date(at).toISOString())
  },
)

test('instants over the full range of a Date are formatted as Date formats them', () => {
  const close = Array.from({ length: 20_000 }, (_, number) => 1_700_000_000_000 + number * 15_485_863)
  const wide = Array.from({ length: 20_000 }, (_, number) => -furthest + number * 863_999_999_989)
  for (const at of [...close, ...wide]) expect(instant(at)).toBe(new Date(at).toISOString())
})

test('an instant out of range is rejected', () => {
  expect(() => instant(Number.NaN)).toThrow(RangeError)
  expect(() => instant(furthest + 86_400_000)).toThrow(RangeError)
  expect(instant(null)).toBeNull()
})
