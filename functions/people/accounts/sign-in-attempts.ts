import { minuteMs } from '../../contract/limits.ts'
import { createHash } from 'node:crypto'
import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { findUserByKey, type UserRow } from './user-rows.ts'
import { hashEnv, verifyPassword } from './password-hash.ts'
import { limitFor, logInsByAddress, refuseWrongAttempts } from '../../platform/identity/wrong-attempts.ts'
import {
  type AttemptLimit,
  giveAttemptBack,
  latestAttempt,
  readWrongAttempts,
  takeAttempt,
  takeWrongAttempt,
} from '../../platform/identity/attempt-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

/** Five wrong attempts in 15 minutes, then 15 minutes of waiting. */
export const passwordAttempts = { max: 5, withinMs: 15 * minuteMs }

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

/** Attempts that were counted before a password is verified; a right one gives them back. */
type TakenAttempt = { scope: string; at: number }
export type SignInAttempt = { user: UserRow | undefined; taken: TakenAttempt[]; device: string | null }

/**
 * Takes one attempt of an account and one of the address before any hashing is done, so that no more are verified at once
 * than one after the other; its refusal when the account has to wait is named by the caller. An address with many wrong
 * ones waits for all accounts, but in the browsers that know theirs; what it sends meanwhile closes no account.
 */
export async function takeSignInAttempt(
  ctx: Ctx,
  input: { email: string; device: string | null; refusal: ErrorType },
): Promise<SignInAttempt> {
  const key = emailKey(input.email)
  const { device } = input
  const limit = limitOf(key, device)
  const ofAddress = await takeAddressAttempt(ctx, { isLimited: device === null })
  const [[mine], [user], [latest]] = await ctx.db.batch([
    takeAttempt(ctx, limit),
    findUserByKey(ctx, key),
    latestAttempt(ctx, limit.scope),
  ])
  if (mine) return { user, taken: [ofAddress, { scope: limit.scope, at: mine.at }], device }
  await giveAttemptsBack(ctx, [ofAddress])
  throw new ApiError(input.refusal, { retryAfterSeconds: secondsToWait(ctx, limit, latest) })
}

async function takeAddressAttempt(ctx: Ctx, { isLimited }: { isLimited: boolean }): Promise<TakenAttempt> {
  const limit = limitFor(ctx, logInsByAddress, ctx.callerAddress)
  const [[taken], counted] = await ctx.db.batch([
    takeWrongAttempt(ctx, limit, { isLimited }),
    readWrongAttempts(ctx, limit),
  ])
  if (taken) return { scope: limit.scope, at: taken.at }
  refuseWrongAttempts(ctx, [limit], counted)
  throw new ApiError('too_many_requests', { retryAfterSeconds: 1 })
}

/** Verifies the password of an attempt; one that was not verified at all is given back. */
export async function verifyAttempt(
  ctx: Ctx,
  { user, taken, device }: SignInAttempt,
  password: string,
): ReturnType<typeof verifyPassword> {
  try {
    return await verifyPassword(user?.user.password_hash ?? null, password, hashEnv(ctx, device))
  } catch (error) {
    await giveAttemptsBack(ctx, taken)
    throw error
  }
}

/** Attempts that guessed nothing. */
export async function giveAttemptsBack(ctx: Ctx, taken: readonly TakenAttempt[]): Promise<void> {
  const [first, ...others] = taken.map((each) => giveAttemptBack(ctx, each))
  if (first) await ctx.db.batch([first, ...others])
}
