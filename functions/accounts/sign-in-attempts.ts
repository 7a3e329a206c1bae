import { createHash } from 'node:crypto'
import { ApiError, type ErrorType } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { findUserByKey, type UserRow } from './user-rows.ts'
import { emailKey } from './email-key.ts'
import { checkWrongAttempts, limitFor, logInsByAddress, noteWrongAttempt } from './wrong-attempts.ts'
import { latestAttempt, type AttemptLimit, takeAttempt } from './attempt-rows.ts'

/** Five wrong attempts in 15 minutes, then 15 minutes of waiting. */
export const passwordAttempts = { max: 5, withinMs: 15 * 60_000 }

/**
 * Whose attempts these are: the account's, whether it exists or not, or those of a device on which this account has signed in before, so
 * that a stranger's guessing locks no one out of their own browser.
 */
function limitOf(key: string, device: string | null): AttemptLimit {
  const account = createHash('sha256').update(key).digest('base64url').slice(0, 22)
  return { ...passwordAttempts, scope: device ? `login:${account}:${device}` : `login:${account}` }
}

/** How long a scope whose attempts are used up has to wait. */
export const secondsToWait = (ctx: Ctx, limit: AttemptLimit, latest: { at: number } | undefined): number =>
  Math.max(1, Math.ceil(((latest?.at ?? ctx.now) + limit.withinMs - ctx.now) / 1000))

export type SignInAttempt = { user: UserRow | undefined; taken: { scope: string; at: number }; device: string | null }

/**
 * Takes one attempt of an account before any hashing is done; its refusal when the account has to wait is named by the
 * caller. An address with many wrong ones waits for all accounts, but in the browsers that know theirs; what it sends
 * meanwhile closes no account.
 */
export async function takeSignInAttempt(
  ctx: Ctx,
  input: { email: string; device: string | null; refusal: ErrorType },
): Promise<SignInAttempt> {
  const key = emailKey(input.email)
  const { device } = input
  const limit = limitOf(key, device)
  const byAddress = limitFor(ctx, logInsByAddress, ctx.callerAddress)
  if (device === null) await checkWrongAttempts(ctx, byAddress)
  const [taken, users, latest] = await ctx.db.batch([
    takeAttempt(ctx, limit),
    findUserByKey(ctx, key),
    latestAttempt(ctx, limit.scope),
  ])
  const [mine] = taken
  if (!mine) throw new ApiError(input.refusal, { retryAfterSeconds: secondsToWait(ctx, limit, latest[0]) })
  return { user: users[0], taken: { scope: limit.scope, at: mine.at }, device }
}

/** Counts a wrong log-in under its address; the account counted it before. */
export const noteWrongSignIn = (ctx: Ctx): Promise<void> =>
  noteWrongAttempt(ctx, [limitFor(ctx, logInsByAddress, ctx.callerAddress)])
