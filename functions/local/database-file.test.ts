import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { copyDatabase, removeErasedText } from './database-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'erased-'))
afterAll(() => rmSync(folder, { recursive: true }))

const erased = 'Nadia Roy, 12 Lake Street'
const isIn = (file: string) =>
  [file, `${file}-wal`].some((path) => existsSync(path) && readFileSync(path, 'latin1').includes(erased))

/** A database whose erased rows are still in its file, as a killed runtime leaves it. */
function databaseWithErasedRows(name: string): string {
  const file = join(folder, name)
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF')
  database.exec('CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT); CREATE INDEX by_name ON people (name)')
  const insert = database.prepare('INSERT INTO people (name) VALUES (?)')
  for (let index = 0; index < 500; index += 1) insert.run(`${erased} ${index}`)
  database.exec("UPDATE people SET name = 'Erased' WHERE id % 2 = 0; DELETE FROM people WHERE id % 2 = 1")
  database.close()
  return file
}

describe('erased text in a database file', () => {
  it('rewriting the database removes erased text from its file', () => {
    const file = databaseWithErasedRows('live.sqlite')
    expect(isIn(file)).toBe(true)
    removeErasedText(file)
    expect(isIn(file)).toBe(false)
    const database = new DatabaseSync(file)
    expect(database.prepare("SELECT count(*) AS count FROM people WHERE name = 'Erased'").get()).toEqual({ count: 250 })
    database.close()
  })

  it('a backup contains no erased text', () => {
    const copy = join(folder, 'copy.sqlite')
    copyDatabase(databaseWithErasedRows('backed-up.sqlite'), copy)
    expect(isIn(copy)).toBe(false)
  })
})
