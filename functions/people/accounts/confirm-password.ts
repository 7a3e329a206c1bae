import { minuteMs } from '../../contract/limits.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { giveAttemptBack, latestAttempt, takeAttempt } from '../../platform/identity/attempt-rows.ts'
import { hashEnv, verifyPassword } from './password-hash.ts'
import { findSessionStart } from './session-rows.ts'
import { passwordAttempts, secondsToWait } from './sign-in-attempts.ts'
import type { UserRow } from './user-rows.ts'
import { refusedField } from '../../contract/sentences/sentence.ts'

/** How long after a log-in a change needs no password. */
const recentLogInMs = 10 * minuteMs

/** Whether the caller logged in within the last ten minutes. */
async function hasRecentLogIn(ctx: CustomerContext): Promise<boolean> {
  const [session] = await findSessionStart(ctx, ctx.actor.session_id)
  return session !== undefined && ctx.now - session.created <= recentLogInMs
}

/** Throws in the session of a client, for actions reserved to the customer. */
export async function requireOwnSession(ctx: CustomerContext): Promise<void> {
  const [session] = await findSessionStart(ctx, ctx.actor.session_id)
  if (!session) throw new ApiError('transition_not_allowed', { param: 'session' })
}

/** Changes that could take over an account need the password, or a recent log-in when none is sent. */
export async function confirmIdentity(
  ctx: CustomerContext,
  account: UserRow,
  password: string | null | undefined,
): Promise<void> {
  if (password || !(await hasRecentLogIn(ctx))) await confirmPassword(ctx, account, password)
}

/**
 * Throws unless the current password is correct. Wrong attempts are counted separately from those at log-in; a correct
 * one is not counted, even if the request fails otherwise.
 */
export async function confirmPassword(
  ctx: CustomerContext,
  { user }: UserRow,
  password: string | null | undefined,
  param = 'password',
): Promise<void> {
  if (!password) throw refusedField(ctx, 'required', param)
  const limit = { ...passwordAttempts, scope: `password:${user.id}` }
  const [[taken], [latest]] = await ctx.db.batch([takeAttempt(ctx, limit), latestAttempt(ctx, limit.scope)])
  if (!taken) throw new ApiError('too_many_requests', { retryAfterSeconds: secondsToWait(ctx, limit, latest) })

  const { isRight } = await verifyPassword(user.password_hash, password, hashEnv(ctx, ctx.actor.session_id))
  if (!isRight) throw refusedField(ctx, 'password_incorrect', param)
  await ctx.db.batch([giveAttemptBack(ctx, { scope: limit.scope, at: taken.at })])
}
