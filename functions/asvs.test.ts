import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const rows = readFileSync(new URL('asvs.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, level, , state, where] = line.split('|').map((cell) => cell.trim())
    return id && /^\d+\.\d+\.\d+$/.test(id) ? [{ id, level, state, where }] : []
  })
/** Number of requirements of levels 1 and 2 in each chapter of the standard's version 5.0.0. */
const countOf = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
}

describe('the security requirements', () => {
  it('the table has every requirement of levels 1 and 2 once', () => {
    const chapters = Object.fromEntries(
      Object.keys(countOf).map((chapter) => [chapter, rows.filter(({ id }) => id.startsWith(`${chapter}.`)).length]),
    )
    expect(chapters).toEqual(countOf)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
  })

  it('every requirement has a state and a reason or place', () => {
    expect(
      rows.filter(({ state = '', where }) => !['tested', 'reviewed', 'n/a', 'open'].includes(state) || !where),
    ).toEqual([])
  })

  it('every tested requirement names its test or decision', () => {
    expect(
      rows
        .filter(
          ({ state, where = '' }) =>
            state === 'tested' && !/`[\w/.-]+\.(?:test|proof|spec)\.ts`|`functions\/decisions\.md`/.test(where),
        )
        .map(({ id }) => id),
    ).toEqual([])
  })

  it('every named file exists', () => {
    const named = rows.flatMap(({ where = '' }) => [...where.matchAll(/`([\w-]+(?:\/[\w.-]+)*\.(?:ts|md|astro))`/g)])
    const root = new URL('../', import.meta.url)
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(new URL(path, root)))).toEqual([])
    expect(named.length).toBeGreaterThan(200)
  })

  it('every open requirement has a plan', () => {
    expect(
      rows.filter(({ state, where = '' }) => state === 'open' && !/Plan: \w/.test(where)).map(({ id }) => id),
    ).toEqual([])
  })

  it('every requirement of level 1 is met', () => {
    expect(rows.filter(({ level, state }) => level === '1' && state === 'open').map(({ id }) => id)).toEqual([])
  })
})
