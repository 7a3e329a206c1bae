import { createHmac } from 'node:crypto'
import { ApiError } from '../../contract/api-error.ts'
import { hourMs, minuteMs, relaxedLimitMultiplier } from '../../contract/limits.ts'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { guard } from '../database/guard.ts'
import { addWrongAttempt, type AttemptLimit, readWrongAttempts, takeWrongAttempt } from './attempt-rows.ts'

/* The limits by network address. The limits by account and by known browser are in sign-in-attempts.ts. */

/**
 * Allows at most `max` wrong attempts within a time. The next attempt is allowed when the oldest one is outside that
 * time.
 */
type WrongAttemptLimit = { name: string; max: number; withinMs: number }
export type WrongAttempts = { n: number; oldest: number | null }

/**
 * The limit of wrong log-ins from one address, for all accounts: a family mistypes a few, while a list of stolen
 * passwords is long.
 */
export const logInsByAddress: WrongAttemptLimit = { name: 'login-address', max: 20, withinMs: 10 * minuteMs }
/** The limits of wrong client secrets from one address, and for one client from all addresses. */
export const secretsByAddress: WrongAttemptLimit = { name: 'client-address', max: 20, withinMs: 15 * minuteMs }
export const secretsByClient: WrongAttemptLimit = { name: 'client', max: 100, withinMs: 15 * minuteMs }

/**
 * The limits per hour of sign-ups from one network address, and of mails to unconfirmed addresses that the network
 * address causes.
 */
export const signUpsByAddress: WrongAttemptLimit = { name: 'signup-address', max: 20, withinMs: hourMs }
export const mailsByAddress: WrongAttemptLimit = { name: 'mail-address', max: 30, withinMs: hourMs }

/** A keyed hash of the caller's network address. */
export function networkMark(ctx: Ctx, purpose: string): string {
  const mark = createHmac('sha256', ctx.env.PASSWORD_PEPPER).update(`${purpose}:${ctx.callerAddress}`)
  return mark.digest('base64url').slice(0, 22)
}

/**
 * Rejects a caller whose address has reached a limit. The returned writes count one more attempt, exactly, in their
 * batch.
 */
export async function countByAddress(
  ctx: Ctx,
  limits: readonly [WrongAttemptLimit, ...WrongAttemptLimit[]],
): Promise<Statement[]> {
  const [first, ...others] = limits.map((limit) => limitFor(ctx, limit, ctx.callerAddress))
  if (!first) return []
  refuseWrongAttempts(ctx, [first, ...others], await countWrongAttempts(ctx, [first, ...others]))
  return [first, ...others].flatMap((limit) => [
    takeWrongAttempt(ctx, limit, { isLimited: true }),
    guard(ctx.db, 'code_limit'),
  ])
}

/** The limit for one address or client; the table stores only a hash of its name. */
export function limitFor(ctx: Ctx, { name, max, withinMs }: WrongAttemptLimit, subject: string): AttemptLimit {
  const mark = createHmac('sha256', ctx.env.PASSWORD_PEPPER).update(`${name}:${subject}`).digest('base64url')
  return {
    scope: `${name}:${mark.slice(0, 22)}`,
    max: ctx.env.RATE_LIMITS === 'wide' ? max * relaxedLimitMultiplier : max,
    withinMs,
  }
}

/** The seconds until the next attempt; null when the caller may make it now. */
export function waitOfWrongAttempts({ n, oldest }: WrongAttempts, limit: AttemptLimit, now: number): number | null {
  if (n < limit.max || oldest === null) return null
  return Math.max(1, Math.ceil((oldest + limit.withinMs - now) / 1000))
}

/** Throws 429 while a limit is reached. */
export function refuseWrongAttempts(
  ctx: Ctx,
  limits: readonly AttemptLimit[],
  counted: readonly WrongAttempts[],
): void {
  const waits = limits.flatMap((limit, index) => {
    const attempts = counted[index]
    return (attempts && waitOfWrongAttempts(attempts, limit, ctx.now)) ?? []
  })
  if (waits.length > 0) throw new ApiError('too_many_requests', { retryAfterSeconds: Math.max(...waits) })
}

/** The counted attempts of each limit. */
export async function countWrongAttempts(
  ctx: Ctx,
  limits: readonly [AttemptLimit, ...AttemptLimit[]],
): Promise<WrongAttempts[]> {
  const [first, ...others] = limits
  const reads = others.map((limit) => readWrongAttempts(ctx, limit))
  return (await ctx.db.batch([readWrongAttempts(ctx, first), ...reads])).flat()
}

/** Counts a wrong attempt for each limit. */
export async function recordWrongAttempt(ctx: Ctx, limits: readonly [AttemptLimit, ...AttemptLimit[]]): Promise<void> {
  const [first, ...others] = limits
  await ctx.db.batch([addWrongAttempt(ctx, first.scope), ...others.map(({ scope }) => addWrongAttempt(ctx, scope))])
}
