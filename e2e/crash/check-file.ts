import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** The faults of a database file: SQLite's checks of every page, index and reference. */
export function checkFile(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const pages = db
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(row.integrity_check))
    const references = db.prepare('PRAGMA foreign_key_check').all()
    return [
      ...(pages.join() === 'ok' ? [] : [`integrity_check says ${pages.slice(0, 3).join('; ')}`]),
      ...(references.length > 0 ? [`foreign_key_check finds ${references.length}`] : []),
    ]
  } finally {
    db.close()
  }
}

/** Row counts in a database file that a runtime is writing. */
export function countsInFile(file: string, sql: string): { of: (what: string) => number; close: () => void } {
  const db = new DatabaseSync(file, { readOnly: true })
  const input = db.prepare(sql)
  return { of: (what) => Number(input.get(what)?.n ?? 0), close: () => db.close() }
}

/** True when the database file exists and is in WAL mode. Otherwise a crash would prove nothing. */
export function isWrittenAhead(file: string | undefined): boolean {
  if (file === undefined || !existsSync(file)) return false
  const header = Buffer.alloc(20)
  const opened = openSync(file, 'r')
  readSync(opened, header, 0, 20, 0)
  closeSync(opened)
  return header[18] === 2 && header[19] === 2
}
