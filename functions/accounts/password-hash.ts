import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { inHashQueue } from './hash-queue.ts'

/** Cost of a new hash: 16 MiB and about 150 ms, within an isolate's memory (reliability.md §4.8). */
const hashCost = { logN: 14, r: 8, p: 5 }
type Cost = typeof hashCost
const keyBytes = 32
const mostMemory = 64 * 1024 * 1024
const written = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/

/** `$scrypt$ln=14,r=8,p=5$salt$hash`; the pepper stays in the secrets, so that a stolen table alone is worth nothing. */
export async function hashPassword(password: string, pepper: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await inHashQueue(() => derive(peppered(password, pepper), salt, hashCost))
  return `$scrypt$ln=${hashCost.logN},r=${hashCost.r},p=${hashCost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/**
 * Compares a password with a stored hash, by the cost stored with it. Without a readable one the same work is done for
 * nothing, so that the time tells nobody whether an account exists (reliability.md A-03).
 */
export async function verifyPassword(stored: string | null, password: string, pepper: string): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const parts = written.exec(stored ?? '')
  const cost: Cost = parts ? { logN: Number(parts[1]), r: Number(parts[2]), p: Number(parts[3]) } : hashCost
  const salt = parts?.[4] ? Buffer.from(parts[4], 'base64url') : Buffer.alloc(16)
  const expected = parts?.[5] ? Buffer.from(parts[5], 'base64url') : Buffer.alloc(keyBytes)
  const given = await inHashQueue(() => derive(peppered(password, pepper), salt, cost))
  const isRight = timingSafeEqual(given, expected) && parts !== null
  return { isRight, isOutdated: cost.logN < hashCost.logN || cost.r < hashCost.r || cost.p < hashCost.p }
}

function peppered(password: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(password, 'utf8').digest()
}

function derive(secret: Buffer, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, keyBytes, { N: 2 ** cost.logN, r: cost.r, p: cost.p, maxmem: mostMemory }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
