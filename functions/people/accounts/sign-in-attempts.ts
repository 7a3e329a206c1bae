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
 * The scope of attempts: the account, whether it exists or not, or a device on which this account has logged in before,
 * so that guesses by strangers do not lock the owner out of their own browser.
 */
function limitOf(key: string, device: string | null): AttemptLimit {
  const account = createHash('sha256').update(key).digest('base64url').slice(0, 22)
  return { ...passwordAttempts, scope: device ? `login:${account}:${device}` : `login:${account}` }
}

/** How long a scope with no attempts left has to wait. */
export const secondsToWait = (ctx: Ctx, limit: AttemptLimit, latest: { at: number } | undefined): number =>
  Math.max(1, Math.ceil(((latest?.at ?? ctx.now) + limit.withinMs - ctx.now) / 1000))

/** The attempts that were counted before a password is verified. The attempt of a correct password is removed again. */
type TakenAttempt = { scope: string; at: number }
export type SignInAttempt = { user: UserRow | undefined; taken: TakenAttempt[]; device: string | null }

/**
 * Counts an attempt for the account and one for the address before hashing, so that concurrent requests get no extra
 * attempts. The caller names the error for a locked account. An address with many wrong attempts waits for all
 * accounts, except in known browsers; its requests lock no account meanwhile.
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
  await releaseAttempts(ctx, [ofAddress])
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

/** Verifies the password of an attempt; an attempt that could not be verified is not counted. */
export async function verifyPasswordOfAttempt(
  ctx: Ctx,
  { user, taken, device }: SignInAttempt,
  password: string,
): ReturnType<typeof verifyPassword> {
  try {
    return await verifyPassword(user?.user.password_hash ?? null, password, hashEnv(ctx, device))
  } catch (error) {
    await releaseAttempts(ctx, taken)
    throw error
  }
}

/** Removes counted attempts that were not guesses. */
export async function releaseAttempts(ctx: Ctx, taken: readonly TakenAttempt[]): Promise<void> {
  const [first, ...others] = taken.map((each) => giveAttemptBack(ctx, each))
  if (first) await ctx.db.batch([first, ...others])
}
