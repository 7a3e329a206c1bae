import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

const manifestFile = 'manifest.json'
/** The folder of the data inside a backup, next to the secrets and the notes about the demo. */
export const backupData = 'v3'

/** What a backup holds. */
export type Manifest = {
  object: 'muster_backup'
  made_at: string
  version: string
  migrations: string[]
  holds_secrets: boolean
  files: { path: string; bytes: number; sha256: string }[]
}

export const isBackup = (folder: string): boolean => existsSync(join(folder, manifestFile))
export const manifestText = (manifest: Manifest): [string, string] => [
  manifestFile,
  `${JSON.stringify(manifest, null, 2)}\n`,
]

/** Size and checksum of every file of a folder. */
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

/** Checksum of a file of any size: a piece at a time is in memory, and no text or buffer holds more than 2 GiB. */
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

// A file of another size need not be read.
const isWhole = (folder: string, { path, bytes, sha256 }: Manifest['files'][number]): boolean => {
  const file = join(folder, path)
  return existsSync(file) && statSync(file).size === bytes && checksumOf(file) === sha256
}

/** Backups in a folder, the newest first. */
export function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith('muster-') && isBackup(join(folder, name)))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/** Reads a backup and checks every file of it; an error says what to do about it. */
export function readBackup(folder: string): Manifest {
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
  const broken = manifest.files.filter((file) => !isWhole(folder, file)).map(({ path }) => path)
  if (manifest.object !== 'muster_backup' || broken.length > 0)
    throw new Error(
      `The backup ${folder} is damaged (${broken.join(', ') || manifestFile}). Nothing was changed; take another one.`,
    )
  return manifest
}
