import { expect, it } from 'vitest'
import { rememberedCode } from './remembered-discount.ts'

const key = '2021-03-04:discount:lakeside'
const stored = (entries: Record<string, string>) => {
  const map = new Map(Object.entries(entries))
  return { getItem: (name: string) => map.get(name) ?? null }
}

it.each<[string, Record<string, string>, string | null]>([
  ['a valid code', { [key]: 'EARLY-10_b' }, 'EARLY-10_b'],
  ['the longest code', { [key]: 'A'.repeat(64) }, 'A'.repeat(64)],
  ['a code that is one character too long', { [key]: 'A'.repeat(65) }, null],
  ['a value of one megabyte', { [key]: 'A'.repeat(1024 * 1024) }, null],
  ['an empty value', { [key]: '' }, null],
  ['HTML markup', { [key]: '<img src=x onerror=alert(1)>' }, null],
  ['an extra line break', { [key]: 'EARLY\n' }, null],
  ['spaces', { [key]: ' EARLY ' }, null],
  ['a letter of another script', { [key]: 'ЕARLY' }, null],
  ['the name __proto__', { [key]: '__proto__' }, '__proto__'],
  ['the code of another program', { '2021-03-04:discount:tidewater': 'EARLY' }, null],
  ['a code of another version', { '2020-01-01:discount:lakeside': 'EARLY' }, null],
])('X-08: a stored discount code with %s is used only if it is valid', (_, entries, code) => {
  expect(rememberedCode(stored(entries), 'lakeside')).toBe(code)
})

it('X-08: an invalid stored code is ignored for every program', () => {
  const plain = { getItem: (name: string) => ({ [key]: 'EARLY' })[name] ?? null }
  for (const program of ['__proto__', 'constructor', 'toString', '', '../lakeside', 'lakeside:discount'])
    expect(rememberedCode(plain, program)).toBeNull()
})
