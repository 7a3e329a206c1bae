import { createHash } from 'node:crypto'
import { ApiError, type ErrorType } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { findUserByKey, type UserRow } from './user-rows.ts'
import { emailKey } from './email-key.ts'
import { latestAttempt, type AttemptLimit, takeAttempt } from './attempt-rows.ts'

/** Five wrong attempts in 15 minutes, then 15 minutes of waiting. */
export const passwordAttempts = { max: 5, withinMs: 15 * 60_000 }

/**
 * Whose tries these are: the account's, known or not, or those of a device on which this account has signed in before, so
 * that a stranger's guessing locks no one out of their own browser.
 */
function limitOf(key: string, device: string | null): AttemptLimit {
  const account = createHash('sha256').update(key).digest('base64url').slice(0, 22)
  return { ...passwordAttempts, scope: device ? `login:${account}:${device}` : `login:${account}` }
}

/** How long a scope whose attempts are used up has to wait. */
export const secondsToWait = (ctx: Ctx, limit: AttemptLimit, latest: { at: number } | undefined): number =>
  Math.max(1, Math.ceil(((latest?.at ?? ctx.now) + limit.withinMs - ctx.now) / 1000))

export type SignInAttempt = { user: UserRow | undefined; taken: { scope: string; at: number } }

/** Takes one try of an account before any hashing is done; its refusal when the account has to wait is named by the caller. */
export async function takeSignInAttempt(
  ctx: Ctx,
  input: { email: string; device: string | null; refusal: ErrorType },
): Promise<SignInAttempt> {
  const key = emailKey(input.email)
  const limit = limitOf(key, input.device)
  const [taken, users, latest] = await ctx.db.batch([
    takeAttempt(ctx, limit),
    findUserByKey(ctx, key),
    latestAttempt(ctx, limit.scope),
  ])
  const [mine] = taken
  if (!mine) throw new ApiError(input.refusal, { retryAfterSeconds: secondsToWait(ctx, limit, latest[0]) })
  return { user: users[0], taken: { scope: limit.scope, at: mine.at } }
}
