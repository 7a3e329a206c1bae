import type { Done } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { codeWaitMs } from './code-limits.ts'
import { closeCodes, findNewestCode, recentCodes } from './code-rows.ts'
import { done, requireUser } from './show-user.ts'
import { isUnconfirmedStaff } from './second-factor.ts'
import { sendCode } from './send-code.ts'
import { waitsForCode } from './verify-email.ts'

/**
 * POST reverify: sends a new code to the address to be confirmed, or to a member of a team who logged in with a password
 * alone, and invalidates the previous code.
 */
export async function resendCode(ctx: CustomerContext): Promise<Done> {
  const { user } = await requireUser(ctx)
  if (!waitsForCode(user) && !(await isUnconfirmedStaff(ctx, ctx.actor.session_id)))
    return done(ctx, 'already_verified')
  const [sent, newest] = await ctx.db.batch([recentCodes(ctx, user.id), findNewestCode(ctx, user.id)])

  const waitMs = codeWaitMs(sent, ctx.now)
  if (waitMs > 0) throw new ApiError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) })

  const code = await sendCode(ctx, {
    user_id: user.id,
    email: user.pending_email ?? user.email,
    language: user.language,
    program_id: newest[0]?.program_id ?? null,
    goto: newest[0]?.goto ?? null,
  })
  await commit(ctx, [...code.limits, closeCodes(ctx, user.id), ...code.writes])
  return done(ctx, 'code_sent')
}
