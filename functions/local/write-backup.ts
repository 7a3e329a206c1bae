import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { backupData, backupsIn, listFiles, type Manifest, manifestText } from './backup-manifest.ts'
import { type BackupKey, newSeal, sealFile } from './backup-seal.ts'
import { noteFiles } from './data-folder.ts'
import { appliedMigrations, copyDatabase, databaseFile, findFaults } from './database-file.ts'
import { secretsFile } from './secrets.ts'
import { syncToDisk } from './sync-to-disk.ts'

type WriteBackupInput = {
  folder: string
  into: string /** The secrets that the backup includes; null for none. */
  secrets?: string | null /** How many backups to keep in `into`; default: all. */
  keep?: number | null /** Null leaves the backup unencrypted. */
  key?: BackupKey | null
  now?: Date
}
export type WrittenBackup = { path: string; manifest: Manifest; bytes: number }

/** Folders that the runtime can recreate. */
const transient = /^(?:cache|ratelimit)$/

/**
 * Writes a complete, verified backup of a data folder or none, even while its site runs. Only its owner can read it.
 */
export function writeBackup({
  folder,
  into,
  secrets = secretsFile,
  keep = null,
  key = null,
  now = new Date(),
}: WriteBackupInput): WrittenBackup {
  const data = join(folder, backupData)
  const database = databaseFile(data)
  if (database === null)
    throw new Error(
      `There is no database in ${folder}, so there is nothing to back up. If the data is elsewhere, say so: DATA=folder npm run backup`,
    )
  const path = join(
    into,
    `muster-${now
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-')}`,
  )
  if (existsSync(path)) throw new Error(`There is a backup of this very second already: ${path}`)
  const part = `${path}.part`
  const seal = key && newSeal(key)
  // The work folder is next to the data itself, so that plain files are never in the target folder.
  const workFolder = join(folder, `backup.part-${process.pid}`)
  removeLeftBehind(folder)
  rmSync(part, { recursive: true, force: true })
  const put = (from: string, inBackup: string) => {
    const to = join(part, inBackup)
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    if (seal) sealFile(seal, { from, to, path: inBackup })
    else copyFileSync(from, to)
  }
  try {
    mkdirSync(part, { recursive: true, mode: 0o700 })
    let migrations: string[] = []
    // The database (d1) is copied before the uploaded files (r2): a row without its object would be a broken picture,
    // while an object without its row is deleted later.
    for (const source of filesOf(data)) {
      const inBackup = join(backupData, source.slice(data.length + 1))
      if (!source.endsWith('.sqlite')) putUnlessGone(() => put(source, inBackup))
      else {
        const copy = seal ? join(workFolder, inBackup) : join(part, inBackup)
        mkdirSync(dirname(copy), { recursive: true, mode: 0o700 })
        copyDatabase(source, copy)
        if (source === database) {
          checkCopy(copy, folder)
          migrations = appliedMigrations(copy)
        }
        if (seal) {
          put(copy, inBackup)
          rmSync(copy)
        }
      }
    }
    for (const note of noteFiles.filter((name) => existsSync(join(folder, name)))) put(join(folder, note), note)
    const holdsSecrets = secrets !== null && existsSync(secrets)
    if (holdsSecrets) put(secrets, secretsFile)

    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const manifest: Manifest = {
      object: 'muster_backup',
      made_at: now.toISOString(),
      version,
      migrations,
      holds_secrets: holdsSecrets,
      files: listFiles(part),
    }
    const [listName, listText] = manifestText(manifest, seal)
    writeFileSync(join(part, listName), listText)
    for (const file of readdirSync(part, { recursive: true, withFileTypes: true }))
      if (file.isFile()) chmodSync(join(file.parentPath, file.name), 0o600)
    syncToDisk(part)
    renameSync(part, path)
    if (keep !== null)
      for (const old of backupsIn(into).slice(Math.max(1, keep))) rmSync(old, { recursive: true, force: true })
    return { path, manifest, bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) }
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

function checkCopy(copy: string, folder: string): void {
  const faults = findFaults(copy)
  if (faults.length > 0)
    throw new Error(
      `The database in ${folder} is damaged, so this copy was not kept: ${faults.slice(0, 3).join('; ')}. Bring back the newest good backup with: npm run restore -- FOLDER`,
    )
}

// Removes plain files left by a killed backup.
function removeLeftBehind(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^backup\.part-(\d+)$/.exec(name)?.[1])
    if (pid > 0 && (pid === process.pid || !isRunning(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Databases are copied by SQLite itself; the files of a bucket never change once written.
const filesOf = (data: string): string[] =>
  readdirSync(data)
    .filter((name) => !transient.test(name))
    .sort()
    .flatMap((kind) =>
      readdirSync(join(data, kind), { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && !/\.sqlite-(?:wal|shm)$/.test(file.name))
        .map((file) => join(file.parentPath, file.name)),
    )

// An object that was removed after the database was copied is left out of the backup, too.
function putUnlessGone(put: () => void): void {
  try {
    put()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
