import { createHash } from 'node:crypto'
import { ApiError, type ErrorType } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { findUserByKey, type UserRow } from './user-rows.ts'
import { lastTry, type TryLimit, takeTry } from './tries-rows.ts'

/** Five wrong attempts in 15 minutes, then 15 minutes of waiting. */
const signInTries = { most: 5, withinMs: 15 * 60_000 }

/** An email as it is looked up: the whole address lower-cased, NFC. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase()

/**
 * Whose tries these are: the account's, known or not, or those of a device on which this account has signed in before, so
 * that a stranger's guessing locks no one out of their own browser.
 */
function limitOf(key: string, device: string | null): TryLimit {
  const account = createHash('sha256').update(key).digest('base64url').slice(0, 22)
  return { ...signInTries, scope: device ? `login:${account}:${device}` : `login:${account}` }
}

export type SignInTry = { user: UserRow | undefined; taken: { scope: string; at: number } }

/** Takes one try of an account before any hashing is done; its refusal when the account has to wait is named by the caller. */
export async function trySignIn(
  ctx: Ctx,
  ask: { email: string; device: string | null; refusal: ErrorType },
): Promise<SignInTry> {
  const key = emailKey(ask.email)
  const limit = limitOf(key, ask.device)
  const [taken, users, latest] = await ctx.db.batch([
    takeTry(ctx, limit),
    findUserByKey(ctx, key),
    lastTry(ctx, limit.scope),
  ])
  const [mine] = taken
  if (!mine)
    throw new ApiError(ask.refusal, {
      retryAfterSeconds: Math.max(1, Math.ceil(((latest[0]?.at ?? ctx.now) + limit.withinMs - ctx.now) / 1000)),
    })
  return { user: users[0], taken: { scope: limit.scope, at: mine.at } }
}
