import { constants, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrationNames } from './build-defines.ts'
import { writeBackup } from './write-backup.ts'
import { backupData } from './backup-manifest.ts'
import { makeDatabase, migrate } from './build.ts'
import { dataPaths } from './data-folder.ts'
import { appliedMigrations, databaseFile, findFaults } from './database-file.ts'

type MigrateSafelyInput = {
  folder: string
  report: (line: string) => void
  migrations?: string
  apply?: (folder: string) => void
  make?: (folder: string, migrations: string) => void
}
/** Number of copies kept from earlier migrations. */
const maxCopies = 3

/** Migrates the database of a data folder. It keeps a copy, and tries the migrations on another copy first. */
export function migrateSafely({
  folder,
  report,
  migrations = 'functions/platform/database/migrations',
  apply = migrate,
  make = makeDatabase,
}: MigrateSafelyInput): void {
  const { data, copiesFolder } = dataPaths(folder)
  const file = databaseFile(data)
  const applied = appliedMigrations(file)
  const available = migrationNames(migrations)
  const unknown = applied.filter((name) => !available.includes(name))
  if (unknown.length > 0) throw new Error(unknownMigrationMessage(data, unknown))
  const missing = available.filter((name) => !applied.includes(name))
  if (missing.length === 0) return
  if (file !== null && applied.length > 0) {
    const copy = writeBackup({ folder, into: copiesFolder, secrets: null, keep: maxCopies })
    report(`Kept a copy of the database before it changes: ${copy.path}`)
    tryOnCopy(
      databaseFile(join(copy.path, backupData)) ?? '',
      missing.map((name) => join(migrations, name)),
      copiesFolder,
    )
  }
  report(file === null ? 'Making the database …' : `Bringing the database up to date: ${missing.join(', ')}`)
  if (file === null) make(folder, migrations)
  else apply(folder)
}

// A failure on the copy has not touched the data. The copy is on the disk of the other copies, because a temporary
// folder may be in memory.
function tryOnCopy(copy: string, migrations: string[], nextTo: string): void {
  const folder = mkdtempSync(join(nextTo, 'trial-'))
  const file = join(folder, 'copy.sqlite')
  try {
    copyFileSync(copy, file, constants.COPYFILE_FICLONE)
    for (const migration of migrations) run(file, migration)
    const faults = findFaults(file)
    if (faults.length > 0)
      throw new Error(failedMigrationMessage(migrations.at(-1) ?? '', faults.slice(0, 3).join('; ')))
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

function run(file: string, migration: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec(`BEGIN;\n${readFileSync(migration, 'utf8')}\n;COMMIT;`)
  } catch (error) {
    throw new Error(failedMigrationMessage(migration, error instanceof Error ? error.message : String(error)))
  } finally {
    database.close()
  }
}

const unknownMigrationMessage = (data: string, unknown: string[]) =>
  `The database in ${data} belongs to another version: it was made with ${unknown[0]}, which this one does not have. It is kept as it is. Start the version that made it, or remove the local data and begin with an empty database: npm start -- --fresh`

const failedMigrationMessage = (migration: string, why: string) =>
  `${migration} does not go through on a copy of the database: ${why}. The database itself was not touched; start the version you had before.`
