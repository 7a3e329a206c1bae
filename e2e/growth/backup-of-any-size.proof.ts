import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../../functions/local/database-file.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'

const mb = 1_000_000
/**
 * Size of the database: larger than any buffer or string of the language, and in `npm test` still larger than the
 * allowed memory.
 */
const databaseMb = { full: 3300, few: 160 }
/** Maximum memory that backup and restore use in addition to an idle process, for a database of any size. */
const maxMemoryMb = 100
const rowMb = 20

/** A database with the largest possible rows. */
function fill(folder: string, megabytes: number): string {
  const home = join(folder, 'v3/d1/miniflare-D1DatabaseObject')
  mkdirSync(home, { recursive: true })
  const file = join(home, 'large.sqlite')
  const database = new DatabaseSync(file)
  try {
    database.exec(
      'PRAGMA synchronous = OFF; PRAGMA cache_size = -8000; CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE stored (id INTEGER PRIMARY KEY, bytes BLOB)',
    )
    const insert = database.prepare('INSERT INTO stored (id, bytes) VALUES (?, zeroblob(?))')
    for (let row = 0; row < megabytes / rowMb; row += 1) insert.run(row, rowMb * mb)
    return file
  } finally {
    database.close()
  }
}

const rowsOf = (file: string | null): number => {
  if (file === null) return 0
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM stored WHERE length(bytes) = ?').get(rowMb * mb)?.n ?? 0)
  } finally {
    database.close()
  }
}

async function run({ isFull }: Rounds): Promise<Tally> {
  const megabytes = isFull ? databaseMb.full : databaseMb.few
  const tally = emptyTally('databaseMb', 'backupSeconds', 'restoreSeconds', 'memoryMb')
  mkdirSync('.wrangler', { recursive: true })
  const root = mkdtempSync(join('.wrangler', 'backup-of-any-size-'))
  try {
    const source = fill(join(root, 'data'), megabytes)
    const folders = [join(root, 'data'), join(root, 'backups'), join(root, 'restored')]
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [new URL('backup-memory.ts', import.meta.url).pathname, ...folders],
      { encoding: 'utf8' },
    )
    if (status !== 0) {
      tally.findings.push(`${megabytes} MB were not backed up and restored: ${stderr.slice(0, 500)}`)
      return tally
    }
    const measured = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, number>
    Object.assign(tally.sums, measured, { databaseMb: statSync(source).size / mb })
    if (rowsOf(databaseFile(join(root, 'restored/v3'))) !== Math.ceil(megabytes / rowMb))
      tally.findings.push('what was restored is not what was backed up')
    if ((measured.memoryMb ?? 0) > maxMemoryMb)
      tally.findings.push(`backup and restore took ${Math.round(measured.memoryMb ?? 0)} MB of memory`)
    return tally
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

export const proof: Proof = {
  row: '15 · K3',
  name: 'backup-of-any-size',
  promise: 'backs a database up and restores it in the same memory, whatever its size',
  unit: 'databases',
  small: 1,
  full: 1,
  piece: 1,
  run,
  figure: ({ databaseMb: size = 0, backupSeconds = 0, restoreSeconds = 0, memoryMb = 0 }) =>
    `${Math.round(size)} MB: backed up in ${backupSeconds.toFixed(1)} s, restored in ${restoreSeconds.toFixed(1)} s, ${Math.round(memoryMb)} MB of memory`,
}
