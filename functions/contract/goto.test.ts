import { describe, expect, it } from 'vitest'
import { badGotos, goodGotos } from '../test-bench/gotos.ts'
import { safeGoto } from './goto.ts'

const origin = 'https://book.example'
const otherwise = '/pg/lakeside'

describe('A-18, A-19: goto', () => {
  it('the test data has 60 bad and 11 good values', () => {
    expect(badGotos).toHaveLength(60)
    expect(goodGotos).toHaveLength(11)
  })

  it.each(badGotos.map((value) => [value]))('goto replaces %j', (value) => {
    expect(safeGoto(value, origin, otherwise)).toBe(otherwise)
  })

  it.each(goodGotos.map((value) => [value]))('goto keeps %s', (value) => {
    expect(safeGoto(value, origin, otherwise)).toBe(value.replace(origin, ''))
  })

  it('goto recognises the log-out page in every spelling', () => {
    for (const path of [
      '/pg/p/logout',
      '/pg/p/logout/',
      '/pg/p/log%6Fut',
      '/pg/p/x/../logout',
      '/pg/p/%6Cogin?goto=/pg/p',
      '/pg/p/recovery/abc',
    ])
      expect(safeGoto(path, origin, otherwise)).toBe(otherwise)
  })
})
