import { readdirSync, readFileSync, globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('./migrations/', import.meta.url)
const names = readdirSync(folder).sort()

/** Statements that a migration must not contain, and why: a rebuild loses rows while it reports success. */
const refused: [RegExp, string][] = [
  [/\bDROP\s+(?:TABLE|COLUMN)\b/i, 'takes a table or a column away'],
  [/__new_/i, 'rebuilds a table'],
  [/ON\s+DELETE\s+CASCADE/i, 'deletes rows behind our back'],
  [/\bINSERT\s+OR\s+REPLACE\b|\bREPLACE\s+INTO\b/i, 'replaces rows and with them their children'],
  [/PRAGMA\s+foreign_keys/i, 'is silently ignored by D1'],
  [/\bRENAME\s+TO\b/i, 'renames a table under running code'],
]

/** The faults in a migration's text; empty when it only adds. */
const faultsOf = (sql: string) => refused.filter(([pattern]) => pattern.test(sql)).map(([, why]) => why)

describe('D-03: migrations', () => {
  it('migrations are numbered without a gap, so that every database applies the same ones', () => {
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1))
  })

  it.each(names)('the migration %s only adds to the schema', (name) => {
    expect(faultsOf(readFileSync(new URL(name, folder), 'utf8'))).toEqual([])
  })

  it.each(names)('the migration %s creates STRICT tables only', (name) => {
    const tables = readFileSync(new URL(name, folder), 'utf8').match(/CREATE TABLE[\s\S]*?;/g) ?? []
    expect(tables.filter((table) => !/\)\s*STRICT(?:, WITHOUT ROWID)?;$/.test(table))).toEqual([])
  })

  it('the check of migrations finds each planted fault', () => {
    const planted = [
      'DROP TABLE orders;',
      'CREATE TABLE __new_orders (id TEXT);',
      'REFERENCES orders (id) ON DELETE CASCADE',
      'INSERT OR REPLACE INTO orders',
      'PRAGMA foreign_keys=OFF;',
      'ALTER TABLE a RENAME TO b;',
    ]
    expect(planted.map((sql) => faultsOf(sql).length)).toEqual(planted.map(() => 1))
  })
})

const replaces = /\bINSERT\s+OR\s+REPLACE\b|\bREPLACE\s+INTO\b/i

it('D-05: no statement uses INSERT OR REPLACE, which would delete child rows', () => {
  const files = globSync(['functions/**/*.{ts,sql}', 'src/**/*.{ts,tsx,astro}']).filter(
    (path) => !path.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((path) => replaces.test(readFileSync(path, 'utf8')))).toEqual([])
  expect(replaces.test('insert or  replace into users')).toBe(true)
})
