import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrationNames } from '../database/migration-names.ts'
import { writeBackup } from './write-backup.ts'
import { backupData } from './backup-manifest.ts'
import { migrate } from './build.ts'
import { dataOf } from './data-folder.ts'
import { appliedMigrations, databaseFile, findFaults } from './database-file.ts'

type MigrateSafelyInput = {
  folder: string
  say: (line: string) => void
  migrations?: string
  apply?: (folder: string) => void
}
/** Copies made before migrating that are kept. */
const keptCopies = 3

/** Brings the database of a data folder to the newest migration: a copy is kept first, and the migrations are tried on another one. */
export function migrateSafely({
  folder,
  say,
  migrations = 'functions/database/migrations',
  apply = migrate,
}: MigrateSafelyInput): void {
  const { data, keptFolder } = dataOf(folder)
  const file = databaseFile(data)
  const applied = appliedMigrations(file)
  const own = migrationNames(migrations)
  const foreign = applied.filter((name) => !own.includes(name))
  if (foreign.length > 0) throw new Error(refusalOfForeign(data, foreign))
  const missing = own.filter((name) => !applied.includes(name))
  if (missing.length === 0) return
  if (file !== null && applied.length > 0) {
    const kept = writeBackup({ folder, into: keptFolder, secrets: null, keep: keptCopies })
    say(`Kept a copy of the database before it changes: ${kept.path}`)
    tryOnCopy(
      databaseFile(join(kept.path, backupData)) ?? '',
      missing.map((name) => join(migrations, name)),
    )
  }
  say(file === null ? 'Making the database …' : `Bringing the database up to date: ${missing.join(', ')}`)
  apply(folder)
}

// What fails here has not touched the data.
function tryOnCopy(kept: string, migrations: string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'muster-'))
  const file = join(folder, 'copy.sqlite')
  try {
    cpSync(kept, file)
    for (const migration of migrations) run(file, migration)
    const faults = findFaults(file)
    if (faults.length > 0) throw new Error(refusal(migrations.at(-1) ?? '', faults.slice(0, 3).join('; ')))
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

function run(file: string, migration: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec(`BEGIN;\n${readFileSync(migration, 'utf8')}\n;COMMIT;`)
  } catch (error) {
    throw new Error(refusal(migration, error instanceof Error ? error.message : String(error)))
  } finally {
    database.close()
  }
}

const refusalOfForeign = (data: string, foreign: string[]) =>
  `The database in ${data} belongs to another version: it was made with ${foreign[0]}, which this one does not have. It is kept as it is. Start the version that made it, or remove the local data and begin with an empty database: npm start -- --fresh`

const refusal = (migration: string, why: string) =>
  `${migration} does not go through on a copy of the database: ${why}. The database itself was not touched; start the version you had before.`
