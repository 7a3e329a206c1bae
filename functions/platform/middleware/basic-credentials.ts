import { timingSafeEqual } from 'node:crypto'
import {
  countWrongAttempts,
  limitFor,
  recordWrongAttempt,
  refuseWrongAttempts,
  secretsByAddress,
  secretsByClient,
} from '../identity/wrong-attempts.ts'
import type { Ctx } from '../context.ts'

/** A client with a verified secret, and the remaining parts of its configuration line. */
export type BasicClient = { client_id: string; rest: string[] }

const leastSecretLength = 16

/**
 * The client in a list `id:secret:…`, or among the stored ones, that matches a header's Basic credentials; null for wrong
 * credentials or none.
 * Throws 429 after many wrong credentials, even for correct ones.
 */
export async function checkBasicCredentials(
  ctx: Ctx,
  header: string,
  clients: string,
  findStored?: (credentials: Credentials) => Promise<BasicClient | null>,
): Promise<BasicClient | null> {
  const credentials = readCredentials(header)
  if (!credentials) return null
  const limits = [
    limitFor(ctx, secretsByAddress, ctx.callerAddress),
    limitFor(ctx, secretsByClient, credentials.id),
  ] as const
  const counted = await countWrongAttempts(ctx, limits)
  // A client's own addresses still work while others guess its secret: only an address that sent a wrong secret is
  // blocked.
  const isSuspect = (counted[0]?.n ?? 0) > 0
  refuseWrongAttempts(ctx, isSuspect ? limits : limits.slice(0, 1), counted)
  const client = (await findClient(clients, credentials)) ?? (await findStored?.(credentials)) ?? null
  if (!client) await recordWrongAttempt(ctx, limits)
  return client
}

export type Credentials = { id: string; secret: string }

function readCredentials(header: string): Credentials | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,600})$/i.exec(header)?.[1]
  if (!encoded) return null
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id, secret: rest.join(':') }
}

// Compares with every secret of the list, so that the duration reveals nothing.
async function findClient(clients: string, credentials: Credentials): Promise<BasicClient | null> {
  const sentSecret = await digest(credentials.secret)
  let client: BasicClient | null = null
  for (const line of clients.split(/[\s,]+/).filter(Boolean)) {
    const [client_id = '', secret = '', ...rest] = line.split(':')
    const isSame = timingSafeEqual(await digest(secret), sentSecret)
    if (client_id === credentials.id && secret.length >= leastSecretLength && isSame) client = { client_id, rest }
  }
  return client
}

const digest = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
