import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationNames } from './build-defines.ts'
import { type Backup, backupData, copyFromBackup, readBackup } from './backup-manifest.ts'
import type { BackupKey } from './backup-seal.ts'
import { dataPaths, noteFiles } from './data-folder.ts'
import { databaseFile, findFaults } from './database-file.ts'
import { makeLive, markCopy } from './restored-copy.ts'
import { stopOrphans, clearRunning, recordRunning } from './running-file.ts'
import { readVariables, secretsFile } from './secrets.ts'
import { syncToDisk } from './sync-to-disk.ts'

type RestoreBackupInput = {
  backup: string
  folder: string /** True to use the backup's secrets where they differ. */
  takesSecrets?: boolean
  /** True when the site itself is restored, and not a copy of it. */
  isLive?: boolean
  secrets?: string
  /** The keys of BACKUP_KEY, for an encrypted backup. */
  keys?: readonly BackupKey[]
  /** The folder of this release's migrations. */
  migrations?: string
  now?: Date
}
export type Restored = { madeAt: string; keptAt: string | null; tookSecrets: boolean; missingMigrations: string[] }

/** The secrets without which a database's passwords and health data are unreadable. */
const boundSecrets = ['PASSWORD_PEPPER', 'HEALTH_KEY'] as const
const stagingFolder = (folder: string) => join(folder, 'v3.restored')

/** Restores a backup: verifies it first, moves it into place by two renames, and keeps the previous data next to it. */
export async function restoreBackup({
  backup: path,
  folder,
  takesSecrets = false,
  isLive = false,
  secrets = secretsFile,
  keys = [],
  migrations,
  now = new Date(),
}: RestoreBackupInput): Promise<Restored> {
  const backup = readBackup(path, keys)
  const { manifest } = backup
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
  const takesTheirs = shouldTakeSecrets(backup, secrets, takesSecrets)

  recordRunning(runningFile, { url: 'npm run restore', listens: null })
  try {
    finishRestore(folder)
    stage(backup, folder)
    const stamp = now
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-')
    const keptAt = existsSync(data) ? join(folder, `before-restore-${stamp}`) : null
    // The mark is set before the data exists, so that a start at this moment does not take the copy for the site.
    if (isLive) makeLive(folder)
    else markCopy(folder, manifest.made_at)
    if (takesTheirs) putSecrets(backup, secrets, stamp)
    if (keptAt) mkdirSync(keptAt, { recursive: true, mode: 0o700 })
    for (const note of noteFiles) {
      if (keptAt && existsSync(join(folder, note))) renameSync(join(folder, note), join(keptAt, note))
      if (holds(backup, note)) copyFromBackup(backup, note, join(folder, note))
    }
    if (keptAt) renameSync(data, join(keptAt, backupData))
    finishRestore(folder)
    return {
      madeAt: manifest.made_at,
      keptAt,
      tookSecrets: takesTheirs,
      missingMigrations:
        manifest.migrations.length === 0 ? [] : available.filter((name) => !manifest.migrations.includes(name)),
    }
  } finally {
    clearRunning(runningFile)
  }
}

/**
 * Moves a verified copy into the place of missing data. This is the second half of a restore, also after a crash
 * between its renames.
 */
export function finishRestore(folder: string): void {
  const { data } = dataPaths(folder)
  if (!existsSync(data) && existsSync(stagingFolder(folder))) renameSync(stagingFolder(folder), data)
}

// A copy gets its final name only when it is complete, verified and on the disk.
function stage(backup: Backup, folder: string): void {
  const part = `${stagingFolder(folder)}.part`
  for (const old of [part, stagingFolder(folder)]) rmSync(old, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  try {
    for (const { path } of backup.manifest.files)
      if (path.startsWith(`${backupData}/`)) copyFromBackup(backup, path, join(part, path.slice(backupData.length + 1)))
    const faults = findFaults(databaseFile(part) ?? '')
    if (faults.length > 0)
      throw new Error(
        `The database in ${backup.folder} is damaged: ${faults.slice(0, 3).join('; ')}. Nothing was changed; take another backup.`,
      )
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
  syncToDisk(part)
  renameSync(part, stagingFolder(folder))
}

const holds = ({ manifest }: Backup, path: string): boolean => manifest.files.some((file) => file.path === path)

function shouldTakeSecrets(backup: Backup, secrets: string, takesSecrets: boolean): boolean {
  if (!holds(backup, secretsFile)) return false
  if (!existsSync(secrets)) return true
  const [current, backedUp] = [readFileSync(secrets, 'utf8'), secretsIn(backup)].map(readVariables) as [
    Record<string, string>,
    Record<string, string>,
  ]
  const differing = boundSecrets.filter((name) => !holdsKeys(current[name], backedUp[name]))
  if (differing.length === 0) return false
  if (takesSecrets) return true
  throw new Error(
    `The secrets here (${secrets}) are not those this backup was written with: ${differing.join(' and ')} differ, and without them no one could log in or read health data. To take the backup's, keeping yours next to them: npm run restore -- ${backup.folder} --secrets. Nothing was changed.`,
  )
}

// A list of keys to which keys were added after the backup can still decrypt data of the older keys.
function holdsKeys(current: string | undefined, backedUp: string | undefined): boolean {
  const keys = new Set((current ?? '').split(',').map((key) => key.trim()))
  return (backedUp ?? '').split(',').every((key) => keys.has(key.trim()))
}

function secretsIn(backup: Backup): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-secrets-'))
  try {
    copyFromBackup(backup, secretsFile, join(folder, secretsFile))
    return readFileSync(join(folder, secretsFile), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function putSecrets(backup: Backup, to: string, stamp: string): void {
  copyFromBackup(backup, secretsFile, `${to}.part`)
  if (existsSync(to)) renameSync(to, `${to}.before-restore-${stamp}`)
  renameSync(`${to}.part`, to)
}
