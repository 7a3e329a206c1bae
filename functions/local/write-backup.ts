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
import { appliedMigrations, copyDatabase, databaseFile, findFaults } from './database-file.ts'
import { secretsFile } from './secrets.ts'
import { syncToDisk } from './sync-to-disk.ts'

type WriteBackupInput = {
  folder: string
  into: string /** null leaves the secrets out */
  secrets?: string | null /** how many to keep in `into`, all by default */
  keep?: number | null
  now?: Date
}
export type WrittenBackup = { path: string; manifest: Manifest; bytes: number }

/** What the runtime keeps for itself, and can make again. */
const transient = /^(?:cache|ratelimit)$/
const noteFiles = ['demo-login.json', 'demo-program.txt']

/** Writes a backup of a data folder, also while its site runs: all of it or nothing, checked, readable by its owner alone. */
export function writeBackup({
  folder,
  into,
  secrets = secretsFile,
  keep = null,
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
  rmSync(part, { recursive: true, force: true })
  try {
    mkdirSync(part, { recursive: true, mode: 0o700 })
    // The database (d1) before the uploaded files (r2): a row without its object would be a broken picture, an object without its row is only swept.
    for (const kind of readdirSync(data)
      .filter((name) => !transient.test(name))
      .sort())
      copyData(join(data, kind), join(part, backupData, kind))
    for (const note of noteFiles.filter((name) => existsSync(join(folder, name))))
      copyFileSync(join(folder, note), join(part, note))
    const holdsSecrets = secrets !== null && existsSync(secrets)
    if (holdsSecrets) copyFileSync(secrets, join(part, secretsFile))
    const copy = databaseFile(join(part, backupData)) ?? ''
    const faults = findFaults(copy)
    if (faults.length > 0)
      throw new Error(
        `The database in ${folder} is damaged, so this copy was not kept: ${faults.slice(0, 3).join('; ')}. Bring back the newest good backup with: npm run restore -- FOLDER`,
      )

    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const manifest: Manifest = {
      object: 'muster_backup',
      made_at: now.toISOString(),
      version,
      migrations: appliedMigrations(copy),
      holds_secrets: holdsSecrets,
      files: listFiles(part),
    }
    writeFileSync(join(part, ...manifestText(manifest).slice(0, 1)), manifestText(manifest)[1])
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
  }
}

// Databases by the database's own means; the files of a store are never changed once written.
function copyData(from: string, to: string): void {
  for (const file of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || /\.sqlite-(?:wal|shm)$/.test(file.name)) continue
    const source = join(file.parentPath, file.name)
    const target = join(to, source.slice(from.length + 1))
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    if (file.name.endsWith('.sqlite')) copyDatabase(source, target)
    else copyUnlessGone(source, target)
  }
}

// The database was copied before: an object that was deleted since is one that its copy deletes too.
function copyUnlessGone(source: string, target: string): void {
  try {
    copyFileSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
