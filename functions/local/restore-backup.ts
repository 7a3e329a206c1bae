import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrationNames } from '../database/migration-names.ts'
import { backupData, readBackup } from './backup-manifest.ts'
import { dataOf } from './data-folder.ts'
import { databaseFile, findFaults } from './database-file.ts'
import { stopOrphans, clearRunning, recordRunning } from './running-file.ts'
import { readVariables, secretsFile } from './secrets.ts'
import { syncToDisk } from './sync-to-disk.ts'

type RestoreBackupInput = {
  backup: string
  folder: string /** takes the backup's secrets where they differ */
  takesSecrets?: boolean
  secrets?: string
  /** folder of the migrations of this version */
  migrations?: string
  now?: Date
}
export type Restored = { madeAt: string; keptAt: string | null; tookSecrets: boolean; lacksMigrations: string[] }

/** Without the very ones a database was written with, its passwords and health data cannot be read. */
const bound = ['PASSWORD_PEPPER', 'HEALTH_KEY'] as const
const restoredOf = (folder: string) => join(folder, 'v3.restored')

/** Brings a backup back: checked before anything is touched, put in place by two renames; what was there is kept beside it. */
export async function restoreBackup({
  backup,
  folder,
  takesSecrets = false,
  secrets = secretsFile,
  migrations,
  now = new Date(),
}: RestoreBackupInput): Promise<Restored> {
  const manifest = readBackup(backup)
  const known = migrationNames(migrations)
  const unknown = manifest.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `This backup was made by a newer Muster (${manifest.version}): this one does not know ${unknown.join(', ')}. Take that version first, then restore. Nothing was changed.`,
    )
  const { runningFile, data } = dataOf(folder)
  const alreadyAt = await stopOrphans(runningFile)
  if (alreadyAt)
    throw new Error(`The site is running on this data, at ${alreadyAt}. Stop it first; nothing was changed.`)
  const newSecrets = secretsToTake(backup, secrets, takesSecrets)

  recordRunning(runningFile, 'npm run restore')
  try {
    finishRestore(folder)
    stage(backup, folder)
    const stamp = now
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-')
    const keptAt = existsSync(data) ? join(folder, `before-restore-${stamp}`) : null
    if (newSecrets) putSecrets(newSecrets, secrets, stamp)
    if (keptAt) mkdirSync(keptAt, { recursive: true, mode: 0o700 })
    for (const note of ['demo-login.json', 'demo-program.txt']) {
      if (keptAt && existsSync(join(folder, note))) renameSync(join(folder, note), join(keptAt, note))
      if (existsSync(join(backup, note))) cpSync(join(backup, note), join(folder, note))
    }
    if (keptAt) renameSync(data, join(keptAt, backupData))
    finishRestore(folder)
    return {
      madeAt: manifest.made_at,
      keptAt,
      tookSecrets: newSecrets !== null,
      lacksMigrations:
        manifest.migrations.length === 0 ? [] : known.filter((name) => !manifest.migrations.includes(name)),
    }
  } finally {
    clearRunning(runningFile)
  }
}

/** Puts a checked copy in the place of data that is gone: the second half of a restore, and of one that was killed between its renames. */
export function finishRestore(folder: string): void {
  const { data } = dataOf(folder)
  if (!existsSync(data) && existsSync(restoredOf(folder))) renameSync(restoredOf(folder), data)
}

// A copy stands under its name only once it is whole, checked and on the disk.
function stage(backup: string, folder: string): void {
  const part = `${restoredOf(folder)}.part`
  for (const old of [part, restoredOf(folder)]) rmSync(old, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(backup, backupData), part, { recursive: true })
  const faults = findFaults(databaseFile(part) ?? '')
  if (faults.length > 0) {
    rmSync(part, { recursive: true, force: true })
    throw new Error(
      `The database in ${backup} is damaged: ${faults.slice(0, 3).join('; ')}. Nothing was changed; take another backup.`,
    )
  }
  syncToDisk(part)
  renameSync(part, restoredOf(folder))
}

function secretsToTake(backup: string, secrets: string, takesSecrets: boolean): string | null {
  const theirs = join(backup, secretsFile)
  if (!existsSync(theirs)) return null
  if (!existsSync(secrets)) return theirs
  const [own, other] = [secrets, theirs].map((file) => readVariables(readFileSync(file, 'utf8'))) as [
    Record<string, string>,
    Record<string, string>,
  ]
  const differing = bound.filter((name) => !sameKeys(own[name], other[name]))
  if (differing.length === 0) return null
  if (takesSecrets) return theirs
  throw new Error(
    `The secrets here (${secrets}) are not those this backup was written with: ${differing.join(' and ')} differ, and without them nobody could log in or read health data. To take the backup's, keeping yours beside them: npm run restore -- ${backup} --secrets. Nothing was changed.`,
  )
}

// A list of keys that has grown since still reads what the older ones wrote.
function sameKeys(own: string | undefined, other: string | undefined): boolean {
  const keys = new Set((own ?? '').split(',').map((key) => key.trim()))
  return (other ?? '').split(',').every((key) => keys.has(key.trim()))
}

function putSecrets(from: string, to: string, stamp: string): void {
  if (existsSync(to)) renameSync(to, `${to}.before-restore-${stamp}`)
  cpSync(from, `${to}.part`)
  renameSync(`${to}.part`, to)
}
