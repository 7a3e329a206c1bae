import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/*
 * A backup encrypted with BACKUP_KEY. Every file is AES-256-GCM (nonce, ciphertext, tag) under a key of the backup,
 * with its path as associated data; the list of files has a keyed hash. So no file can be changed, exchanged or left
 * out.
 */

export type BackupKey = { name: string; bytes: Buffer; fingerprint: string }
/** The encryption as the backup's list describes it. */
export type Encryption = { cipher: 'aes-256-gcm'; key: string; fingerprint: string; salt: string }
/** The keys of one backup. */
export type BackupSeal = { encryption: Encryption; files: Buffer; list: Buffer }

const nonceBytes = 12
const tagBytes = 16
const bytesAtOnce = 1024 * 1024

/**
 * The keys of BACKUP_KEY: `b2:<32 random bytes in base64>,b1:<the previous key>`. The first key encrypts. Empty
 * without the setting.
 */
export function readBackupKeys(setting: string | undefined): BackupKey[] {
  if (!setting) return []
  return setting.split(',').map((pair) => {
    const [, name = '', text = ''] = /^\s*([\w-]{1,20}):([A-Za-z\d+/]{43}=)\s*$/.exec(pair) ?? []
    if (name === '')
      throw new Error(
        'BACKUP_KEY must be a name and 32 random bytes in base64, such as b1:$(openssl rand -base64 32); an older key follows with a comma.',
      )
    const bytes = Buffer.from(text, 'base64')
    return { name, bytes, fingerprint: createHmac('sha256', bytes).update('muster backup').digest('hex').slice(0, 16) }
  })
}

/** New keys for a new backup. */
export const newSeal = (key: BackupKey): BackupSeal =>
  sealOf(key, {
    cipher: 'aes-256-gcm',
    key: key.name,
    fingerprint: key.fingerprint,
    salt: randomBytes(16).toString('hex'),
  })

/** The keys of an existing backup. The current name of its key does not matter. */
export function findSeal(encryption: Encryption, keys: readonly BackupKey[]): BackupSeal | null {
  const key = keys.find(({ fingerprint }) => fingerprint === encryption.fingerprint)
  return key ? sealOf(key, encryption) : null
}

function sealOf({ bytes }: BackupKey, encryption: Encryption): BackupSeal {
  const derive = (about: string) =>
    Buffer.from(hkdfSync('sha256', bytes, Buffer.from(encryption.salt, 'hex'), about, 32))
  return { encryption, files: derive('files'), list: derive('list') }
}

export const listHash = (seal: BackupSeal, text: string): string =>
  createHmac('sha256', seal.list).update(text).digest('hex')
export const isListHash = (seal: BackupSeal, text: string, hash: string): boolean => {
  const expected = Buffer.from(listHash(seal, text))
  return expected.length === Buffer.byteLength(hash) && timingSafeEqual(expected, Buffer.from(hash))
}

type Files = { from: string; to: string /** The path inside the backup. */; path: string }

/** Encrypts a file of any size, piece by piece. */
export function sealFile(seal: BackupSeal, { from, to, path }: Files): void {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', seal.files, nonce).setAAD(Buffer.from(path))
  withFiles({ from, to }, (source, target) => {
    writeAll(target, nonce)
    for (const piece of piecesOf(source, 0, Number.POSITIVE_INFINITY)) writeAll(target, cipher.update(piece))
    writeAll(target, cipher.final())
    writeAll(target, cipher.getAuthTag())
  })
}

/** Decrypts a file. Throws at its end when it was changed, so the copy is valid only after this has returned. */
export function openFile(seal: BackupSeal, { from, to, path }: Files): void {
  withFiles({ from, to }, (source, target) => {
    const end = fstatSync(source).size - tagBytes
    const decipher = createDecipheriv('aes-256-gcm', seal.files, readAt(source, 0, nonceBytes))
      .setAAD(Buffer.from(path))
      .setAuthTag(readAt(source, Math.max(0, end), tagBytes))
    for (const piece of piecesOf(source, nonceBytes, end)) writeAll(target, decipher.update(piece))
    writeAll(target, decipher.final())
  })
}

function withFiles({ from, to }: Omit<Files, 'path'>, act: (source: number, target: number) => void): void {
  const source = openSync(from, 'r')
  try {
    const target = openSync(to, 'w', 0o600)
    try {
      act(source, target)
    } finally {
      closeSync(target)
    }
  } finally {
    closeSync(source)
  }
}

function* piecesOf(source: number, start: number, end: number): Generator<Buffer> {
  const piece = Buffer.allocUnsafe(bytesAtOnce)
  for (let at = start; at < end; ) {
    const read = readSync(source, piece, 0, Math.min(bytesAtOnce, end - at), at)
    if (read === 0) return
    yield piece.subarray(0, read)
    at += read
  }
}

function readAt(source: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (readSync(source, bytes, 0, length, at) < length) throw new Error('The file is too short.')
  return bytes
}

function writeAll(target: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(target, bytes, at)
}
