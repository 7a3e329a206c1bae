import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type BackupKey,
  type BackupSeal,
  type Encryption,
  findSeal,
  isListHash,
  listHash,
  openFile,
} from './backup-seal.ts'

const manifestFile = 'manifest.json'
/** The data folder in a backup, next to the secrets and the demo's notes. */
export const backupData = 'v3'

/** The contents of a backup. */
export type Manifest = {
  object: 'muster_backup'
  made_at: string
  version: string
  migrations: string[]
  holds_secrets: boolean
  files: { path: string; bytes: number; sha256: string }[]
  /** The encryption; missing in an unencrypted backup. `list_hash` covers all other parts of this list. */
  encryption?: Encryption
  list_hash?: string
}
/** A verified backup: its list, and the keys for its encrypted files. */
export type Backup = { folder: string; manifest: Manifest; seal: BackupSeal | null }

export const isBackup = (folder: string): boolean => existsSync(join(folder, manifestFile))

/** Name and text of a backup's list. */
export function manifestText(manifest: Manifest, seal: BackupSeal | null): [string, string] {
  const list = seal ? { ...manifest, encryption: seal.encryption } : manifest
  const signed = seal ? { ...list, list_hash: listHash(seal, JSON.stringify(list)) } : list
  return [manifestFile, `${JSON.stringify(signed, null, 2)}\n`]
}

/** The encryption that a backup's list names; null for an unencrypted backup. */
export const encryptionOf = (folder: string): Encryption | null =>
  (JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Manifest).encryption ?? null

/** Size and checksum of every file in a folder. */
export const listFiles = (folder: string): Manifest['files'] =>
  pathsIn(folder).map((path) => ({
    path,
    bytes: statSync(join(folder, path)).size,
    sha256: checksumOf(join(folder, path)),
  }))

const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(folder.length + 1))
    .sort()

const bytesAtOnce = 4 * 1024 * 1024

/** Checksum of a file of any size, read piece by piece, because no text or buffer can exceed 2 GiB. */
export function checksumOf(file: string): string {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(bytesAtOnce)
  const handle = openSync(file, 'r')
  try {
    for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece))
      hash.update(piece.subarray(0, read))
    return hash.digest('hex')
  } finally {
    closeSync(handle)
  }
}

// A file with another size need not be read.
const isWhole = (folder: string, { path, bytes, sha256 }: Manifest['files'][number]): boolean => {
  const file = join(folder, path)
  return existsSync(file) && statSync(file).size === bytes && checksumOf(file) === sha256
}

/** Backups in a folder, newest first. */
export function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith('muster-') && isBackup(join(folder, name)))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/** Reads a backup and verifies all its files; an error names the remedy. */
export function readBackup(folder: string, keys: readonly BackupKey[]): Backup {
  if (!existsSync(folder)) throw new Error(`There is no backup at ${folder}.`)
  if (!isBackup(folder)) {
    const [newest] = backupsIn(folder)
    throw new Error(
      newest
        ? `${folder} holds backups and is none itself. The newest one: npm run restore -- ${newest}`
        : `${folder} is no backup: it has no ${manifestFile}.`,
    )
  }
  const manifest = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Manifest
  const seal = manifest.encryption ? findSeal(manifest.encryption, keys) : null
  if (manifest.encryption && !seal) throw new Error(lockedMessage(folder, manifest.encryption, keys))
  const { list_hash = '', ...list } = manifest
  const broken =
    seal && !isListHash(seal, JSON.stringify(list), list_hash)
      ? [manifestFile]
      : manifest.files.filter((file) => !isWhole(folder, file)).map(({ path }) => path)
  if (manifest.object !== 'muster_backup' || broken.length > 0)
    throw new Error(damagedMessage(folder, broken.join(', ') || manifestFile))
  return { folder, manifest, seal }
}

/** Copies a file out of a backup, decrypted. */
export function copyFromBackup({ folder, seal }: Backup, path: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  if (!seal) copyFileSync(join(folder, path), to)
  else
    try {
      openFile(seal, { from: join(folder, path), to, path })
    } catch {
      throw new Error(damagedMessage(folder, path))
    }
}

const damagedMessage = (folder: string, what: string) =>
  `The backup ${folder} is damaged (${what}). Nothing was changed; take another one.`

function lockedMessage(folder: string, { key, fingerprint }: Encryption, keys: readonly BackupKey[]): string {
  const which = `The backup ${folder} is encrypted with the key ${key} (${fingerprint})`
  return keys.length === 0
    ? `${which}, and BACKUP_KEY is not set. Give it the key the backup was made with: BACKUP_KEY=${key}:… npm run restore -- ${folder}. Nothing was changed.`
    : `${which}, and BACKUP_KEY holds another (${keys.map(({ name, fingerprint: mine }) => `${name}, ${mine}`).join('; ')}). Put the key it was made with behind, with a comma: BACKUP_KEY=${keys[0]?.name}:…,${key}:…. Nothing was changed.`
}
