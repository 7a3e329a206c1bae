import type * as z from 'zod/mini'
import { followNames } from '../attendees/own-attendee.ts'
import type { SignupAgainRequest, User } from '../../contract/people/account.ts'
import { safeGoto } from '../../contract/goto.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { changeEmail } from './change-email.ts'
import { codeWaitMs } from './code-limits.ts'
import { closeCodes, recentCodes } from './code-rows.ts'
import { confirmIdentity } from './confirm-password.ts'
import { requireUser, showUser } from './show-user.ts'
import { sendCode } from './send-code.ts'
import { findUserById, type UserRow, updateUser } from './user-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

/**
 * Sign-up while signed in: names and time zone change at once, a different email is pending until its code is entered,
 * and no account is created. The password only confirms a change of email.
 */
export async function signUpAgain(ctx: CustomerContext, input: z.infer<typeof SignupAgainRequest>): Promise<User> {
  const account = await requireUser(ctx)
  const also = { first_name: input.first_name, last_name: input.last_name, timezone: input.timezone }
  const from = { program_id: input.program_id ?? null, goto: safeGoto(input.goto, ctx.siteOrigin, '') || null }

  const isNewEmail = emailKey(input.email) !== account.user.email_key
  if (isNewEmail) await confirmIdentity(ctx, account, input.password)
  const writes = isNewEmail
    ? await changeEmail(ctx, account, { ...from, email: input.email, also })
    : [updateUser(ctx, account.user.id, also), ...(await codeAgain(ctx, account, from))]
  const { user, customer_id } = account
  const named = followNames(ctx, { customer_id, before: user, after: also })
  const [[row]] = await commit(ctx, [...writes, ...named], findUserById(ctx, user.id))
  return showUser(row as UserRow)
}

/** Sends the verification mail again, unless one is being sent or the address is confirmed. */
async function codeAgain(ctx: Ctx, { user }: UserRow, from: { program_id: string | null; goto: string | null }) {
  if (user.is_email_verified || codeWaitMs(await recentCodes(ctx, user.id), ctx.now) > 0) return []
  const code = await sendCode(ctx, { user_id: user.id, email: user.email, language: user.language, ...from })
  return [closeCodes(ctx, user.id), ...code.limits, ...code.writes]
}
