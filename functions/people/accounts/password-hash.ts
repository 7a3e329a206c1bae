import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Bindings, Ctx } from '../../platform/context.ts'
import { derive } from './derive.ts'
import { type HashCaller, inHashQueue } from './hash-queue.ts'

/** Cost of a new hash: 16 MiB and about 150 ms, within an isolate's memory. */
const hashCost = { logN: 14, r: 8, p: 5 }
type Cost = typeof hashCost
/** The pepper, the optional hashing service outside this isolate, and the caller in its queue. */
type HashEnv = Pick<Bindings, 'PASSWORD_PEPPER' | 'HASHER' | 'HASHER_THREADS'> & { caller?: HashCaller }

/** What hashing for this request needs. `device` is the browser or session, if the account knows it. */
export const hashEnv = (ctx: Ctx, device: string | null): HashEnv => ({
  PASSWORD_PEPPER: ctx.env.PASSWORD_PEPPER,
  ...(ctx.env.HASHER && { HASHER: ctx.env.HASHER }),
  ...(ctx.env.HASHER_THREADS && { HASHER_THREADS: ctx.env.HASHER_THREADS }),
  caller: { address: ctx.callerAddress, isKnownDevice: device !== null },
})

/** Input of the HASHER: the peppered password and the salt, in base64; it responds with the bytes of the key. */
export type HashInput = { secret: string; salt: string; cost: Cost; bytes: number }
/** A hash blocks its isolate; other requests are served in the pauses between two hashes. */
const restMs = 100
/** A hash in another process blocks nothing here, so callers can wait longer for their turn. */
const maxWaitElsewhereMs = 30_000
const keyBytes = 32
const written = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/

/**
 * `$scrypt$ln=14,r=8,p=5$salt$hash`. The pepper is stored with the secrets, so that a stolen table alone is useless.
 */
export async function hashPassword(password: string, env: HashEnv): Promise<string> {
  const salt = randomBytes(16)
  const hash = await hashOf(password, salt, hashCost, env)
  return `$scrypt$ln=${hashCost.logN},r=${hashCost.r},p=${hashCost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/**
 * Compares a password with a stored hash, by the stored cost. Without a readable hash it does the same work anyway, so
 * that the duration does not reveal whether an account exists.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  env: HashEnv,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const parts = written.exec(stored ?? '')
  const cost: Cost = parts ? { logN: Number(parts[1]), r: Number(parts[2]), p: Number(parts[3]) } : hashCost
  const salt = parts?.[4] ? Buffer.from(parts[4], 'base64url') : Buffer.alloc(16)
  const expected = parts?.[5] ? Buffer.from(parts[5], 'base64url') : Buffer.alloc(keyBytes)
  const actual = await hashOf(password, salt, cost, env)
  const isRight = timingSafeEqual(actual, expected) && parts !== null
  return { isRight, isOutdated: cost.logN < hashCost.logN || cost.r < hashCost.r || cost.p < hashCost.p }
}

function hashOf(
  password: string,
  salt: Buffer,
  cost: Cost,
  { PASSWORD_PEPPER, HASHER, HASHER_THREADS = '1', caller }: HashEnv,
): Promise<Buffer> {
  const secret = createHmac('sha256', PASSWORD_PEPPER).update(password, 'utf8').digest()
  if (!HASHER) return inHashQueue(() => derive(secret, salt, cost, keyBytes), { restMs, caller })
  return inHashQueue(() => derivedBy(HASHER, { secret, salt, cost }), {
    // One more than there are threads, so that none is idle.
    atOnce: Number(HASHER_THREADS) + 1,
    restMs: 0,
    maxWaitMs: maxWaitElsewhereMs,
    caller,
  })
}

async function derivedBy(
  hasher: Fetcher,
  { secret, salt, cost }: { secret: Buffer; salt: Buffer; cost: Cost },
): Promise<Buffer> {
  const input: HashInput = { secret: secret.toString('base64'), salt: salt.toString('base64'), cost, bytes: keyBytes }
  const answer = await hasher.fetch('http://hasher/', { method: 'POST', body: JSON.stringify(input) })
  if (!answer.ok) throw new Error(`The hasher answered ${answer.status}.`)
  return Buffer.from(await answer.arrayBuffer())
}
