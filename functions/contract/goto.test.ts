import { describe, expect, it } from 'vitest'
import { badGotos, goodGotos } from '../test-bench/gotos.ts'
import { safeGoto } from './goto.ts'

const origin = 'https://book.example'
const otherwise = '/pg/lakeside'
const rounds = process.env['LONG'] ? 1_000_000 : 50_000

/** Where a browser would really end: the address it makes of an answer. */
const escapes = (answer: string): boolean => {
  if (!URL.canParse(answer, origin)) return true
  const url = new URL(answer, origin)
  return url.origin !== origin || url.username !== '' || !/^\/(?:$|pg\/|embed\/)/.test(url.pathname)
}

describe('goto', () => {
  it('has the 60 bad and 10 good values that were asked for', () => {
    expect(badGotos).toHaveLength(60)
    expect(goodGotos).toHaveLength(10)
  })

  it.each(badGotos.map((value) => [value]))('replaces %j', (value) => {
    expect(safeGoto(value, origin, otherwise)).toBe(otherwise)
  })

  it.each(goodGotos.map((value) => [value]))('keeps %s', (value) => {
    expect(safeGoto(value, origin, otherwise)).toBe(value.replace(origin, ''))
  })

  it('takes log-out for what it is, however it is spelled', () => {
    for (const path of ['/pg/p/logout', '/pg/p/logout/', '/pg/p/log%6Fut', '/pg/p/x/../logout', '/pg/p/%6Cogin?goto=/pg/p', '/pg/p/recovery/abc'])
      expect(safeGoto(path, origin, otherwise)).toBe(otherwise)
  })

  it(`lets none of ${rounds} made-up values out of this site, and the same values catch a weak check`, () => {
    const weak = (raw: string) => (raw.startsWith('/') && !raw.startsWith('//') ? raw : otherwise)
    let escaped = 0
    let escapedWeak = 0
    for (const raw of madeUp(rounds)) {
      if (escapes(safeGoto(raw, origin, otherwise))) escaped += 1
      const answer = weak(raw)
      if (URL.canParse(answer, origin) && new URL(answer, origin).origin !== origin) escapedWeak += 1
    }
    expect(escaped).toBe(0)
    expect(escapedWeak).toBeGreaterThan(0)
  })
})

const pieces = [
  '/',
  '/',
  '/',
  '\\',
  '//',
  '\t',
  '\n',
  '\r',
  ' ',
  'pg',
  'embed',
  'p',
  'evil.example',
  '@',
  ':',
  'https:',
  'http:',
  'javascript:',
  '..',
  '.',
  '%2f',
  '%5c',
  '%00',
  '?',
  '#',
  ';',
  '&',
  'goto=',
  'book.example',
  ':8787',
  '\u2028',
  '\u3000',
  '\uff0f',
  '\u0000',
  '[::1]',
  'user:pw',
  'login',
]

/** Strings of pieces that redirect checks are known to trip over, the same ones each run. */
function* madeUp(count: number): Generator<string> {
  let state = 20_261_121
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
  for (let made = 0; made < count; made += 1) {
    const length = 1 + Math.floor(next() * 7)
    yield Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('')
  }
}
