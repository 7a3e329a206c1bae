import { createHash, timingSafeEqual } from 'node:crypto'
import type { User } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { mailReaches } from '../../delivery/mail/suppression.ts'
import { closeCodes, type CodeRow, takeCodeAttempt, useCode, findNewestCode } from './code-rows.ts'
import { requireUser, showUser } from './show-user.ts'
import { openCode } from './sealed-code.ts'
import { confirmSession, isUnconfirmedStaff } from './second-factor.ts'
import { findUserById, type UserRow, updateUser } from './user-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

/**
 * POST verify: the code of the mail confirms the address, or switches the account to the pending one. It is the second
 * factor of the session.
 */
export async function verifyEmail(ctx: CustomerContext, input: { code: string }): Promise<User> {
  const account = await requireUser(ctx)
  if (!waitsForCode(account.user) && !(await isUnconfirmedStaff(ctx, ctx.actor.session_id))) return showUser(account)

  const code = await takeCodeAttempt(ctx, account.user.id)
  if (!code) throw await refusalWithoutCode(ctx)
  if (!(await isSame(ctx, code, input.code))) throw new ApiError('token_invalid', { param: 'code' })
  const waiting = account.user.pending_email
  const change =
    waiting !== null && emailKey(waiting) === emailKey(code.email)
      ? { email: waiting, email_key: emailKey(waiting), pending_email: null }
      : {}

  const [[row]] = await commit(
    ctx,
    [
      useCode(ctx, code.id),
      guard(ctx.db, 'state'),
      closeCodes(ctx, account.user.id),
      updateUser(ctx, account.user.id, { ...change, is_email_verified: true }),
      mailReaches(ctx, code.email),
      ...(await confirmSession(ctx, code.email)),
    ],
    findUserById(ctx, account.user.id),
  )
  return showUser(row as UserRow)
}

/** The refusal when no code can be tried: the newest one had five attempts, has expired, or was used. */
async function refusalWithoutCode(ctx: CustomerContext): Promise<ApiError> {
  const [newest] = await findNewestCode(ctx, ctx.actor.user_id)
  const words = accountWords[ctx.language].code
  const message = !newest || newest.used_at !== null ? null : newest.expires_at < ctx.now ? words.expired : words.tried
  return new ApiError('token_invalid', { param: 'code', ...(message === null ? {} : { message }) })
}

/** Whether the user must enter a code: for an unconfirmed address, a pending one, or one that bounced. */
export const waitsForCode = (user: UserRow['user']): boolean =>
  !user.is_email_verified || user.pending_email !== null || user.email_bounced_at !== null

async function isSame(ctx: Ctx, code: CodeRow, typedCode: string): Promise<boolean> {
  const expected = await openCode(ctx.env, code.id, code.code_sealed)
  // People type codes with a space in the middle.
  return expected !== null && timingSafeEqual(digest(expected), digest(typedCode.replace(/\s/g, '')))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The page on which the sign-up with the newest code was meant to continue; validated when it was stored. */
export async function newestGoto(ctx: Ctx, user_id: string): Promise<string | null> {
  const [newest] = await findNewestCode(ctx, user_id)
  return newest?.goto ?? null
}
