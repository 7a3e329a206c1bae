import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The database file of a data folder, or null before the first start. The runtime's own metadata is next to it. */
export function databaseFile(data: string): string | null {
  const [file] = globSync(join(data, 'd1/miniflare-D1DatabaseObject/*.sqlite')).filter(
    (path) => !path.endsWith('/metadata.sqlite'),
  )
  return file ?? null
}

/** Writes a consistent copy of a database, also while a site writes to it. */
export function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true })
  try {
    database.exec('PRAGMA busy_timeout = 10000')
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
}

/** Rewrites a database without the erased text that SQLite leaves in free pages and in its log. No runtime may have it open: its writes would fail. */
export function removeErasedText(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('VACUUM')
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

/** Faults of a database file as texts; empty when the file is intact. */
export function findFaults(file: string): string[] {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const broken = (database.prepare('PRAGMA integrity_check(5)').all() as { integrity_check: string }[])
        .map((row) => row.integrity_check)
        .filter((line) => line !== 'ok')
      const orphans = database
        .prepare('SELECT "table" AS child, parent, count(*) AS rows FROM pragma_foreign_key_check GROUP BY 1, 2')
        .all() as { child: string; parent: string; rows: number }[]
      return [
        ...broken,
        ...orphans.map(({ child, parent, rows }) => `${rows} rows of ${child} point at ${parent} that are not there`),
      ]
    } finally {
      database.close()
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** Names of a database's migrations, oldest first; empty without a database. */
export function appliedMigrations(file: string | null): string[] {
  if (file === null || !existsSync(file)) return []
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const hasTable = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get() !== undefined
    return hasTable
      ? (database.prepare('SELECT name FROM d1_migrations ORDER BY id').all() as { name: string }[]).map(
          ({ name }) => name,
        )
      : []
  } finally {
    database.close()
  }
}
