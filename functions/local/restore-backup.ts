import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrationNames } from '../database/migration-names.ts'
import { backupData, readBackup } from './backup-manifest.ts'
import { dataPaths } from './data-folder.ts'
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
export type Restored = { madeAt: string; keptAt: string | null; tookSecrets: boolean; missingMigrations: string[] }

/** A database's passwords and health data can be read only with the secrets they were written with. */
const boundSecrets = ['PASSWORD_PEPPER', 'HEALTH_KEY'] as const
const stagingFolder = (folder: string) => join(folder, 'v3.restored')

/** Restores a backup: checked before anything is touched, put in place by two renames; the previous data is kept next to it. */
export async function restoreBackup({
  backup,
  folder,
  takesSecrets = false,
  secrets = secretsFile,
  migrations,
  now = new Date(),
}: RestoreBackupInput): Promise<Restored> {
  const manifest = readBackup(backup)
  const available = migrationNames(migrations)
  const unknown = manifest.migrations.filter((name) => !available.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `This backup was made by a newer Muster (${manifest.version}): this one does not know ${unknown.join(', ')}. Take that version first, then restore. Nothing was changed.`,
    )
  const { runningFile, data } = dataPaths(folder)
  const runningUrl = await stopOrphans(runningFile)
  if (runningUrl)
    throw new Error(`The site is running on this data, at ${runningUrl}. Stop it first; nothing was changed.`)
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
      missingMigrations:
        manifest.migrations.length === 0 ? [] : available.filter((name) => !manifest.migrations.includes(name)),
    }
  } finally {
    clearRunning(runningFile)
  }
}

/** Puts a checked copy in the place of data that is gone: the second half of a restore, and of one that was killed between its renames. */
export function finishRestore(folder: string): void {
  const { data } = dataPaths(folder)
  if (!existsSync(data) && existsSync(stagingFolder(folder))) renameSync(stagingFolder(folder), data)
}

// A copy stands under its name only once it is whole, checked and on the disk.
function stage(backup: string, folder: string): void {
  const part = `${stagingFolder(folder)}.part`
  for (const old of [part, stagingFolder(folder)]) rmSync(old, { recursive: true, force: true })
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
  renameSync(part, stagingFolder(folder))
}

function secretsToTake(backup: string, secrets: string, takesSecrets: boolean): string | null {
  const backupSecrets = join(backup, secretsFile)
  if (!existsSync(backupSecrets)) return null
  if (!existsSync(secrets)) return backupSecrets
  const [current, backedUp] = [secrets, backupSecrets].map((file) => readVariables(readFileSync(file, 'utf8'))) as [
    Record<string, string>,
    Record<string, string>,
  ]
  const differing = boundSecrets.filter((name) => !holdsKeys(current[name], backedUp[name]))
  if (differing.length === 0) return null
  if (takesSecrets) return backupSecrets
  throw new Error(
    `The secrets here (${secrets}) are not those this backup was written with: ${differing.join(' and ')} differ, and without them no one could log in or read health data. To take the backup's, keeping yours next to them: npm run restore -- ${backup} --secrets. Nothing was changed.`,
  )
}

// A list of keys that has grown since still reads what the older ones wrote.
function holdsKeys(current: string | undefined, backedUp: string | undefined): boolean {
  const keys = new Set((current ?? '').split(',').map((key) => key.trim()))
  return (backedUp ?? '').split(',').every((key) => keys.has(key.trim()))
}

function putSecrets(from: string, to: string, stamp: string): void {
  if (existsSync(to)) renameSync(to, `${to}.before-restore-${stamp}`)
  cpSync(from, `${to}.part`)
  renameSync(`${to}.part`, to)
}
