import type * as z from 'zod/mini'
import type { SignupAgainRequest, User } from '../contract/account.ts'
import { safeGoto } from '../contract/goto.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { changeEmail } from './change-email.ts'
import { codeWaitMs } from './code-wait.ts'
import { closeCodes, recentCodes } from './code-rows.ts'
import { requireUser } from './require-user.ts'
import { sendCode } from './send-code.ts'
import { showUser } from './show-user.ts'
import { emailKey } from './sign-in-tries.ts'
import { findUserById, type UserRow, updateUser } from './user-rows.ts'

/** Sign-up while signed in: names and time zone change at once, a different email waits for its code, no account is made. */
export async function signUpAgain(ctx: CustomerContext, ask: z.infer<typeof SignupAgainRequest>): Promise<User> {
  const found = await requireUser(ctx)
  const also = { first_name: ask.first_name, last_name: ask.last_name, timezone: ask.timezone }
  const from = { program_id: ask.program_id ?? null, goto: safeGoto(ask.goto, ctx.siteOrigin, '') || null }

  const isNewEmail = emailKey(ask.email) !== found.user.email_key
  const writes = isNewEmail
    ? await changeEmail(ctx, found, { ...from, email: ask.email, also })
    : [updateUser(ctx, found.user.id, also), ...(await codeAgain(ctx, found, from))]
  const [[row]] = await commit(ctx, writes, findUserById(ctx, found.user.id))
  return showUser(row as UserRow)
}

/** The verification mail once more, unless one is under way or the address is confirmed. */
async function codeAgain(ctx: Ctx, { user }: UserRow, from: { program_id: string | null; goto: string | null }) {
  if (user.is_email_verified || codeWaitMs(await recentCodes(ctx, user.id), ctx.now) > 0) return []
  return [
    closeCodes(ctx, user.id),
    ...(await sendCode(ctx, { user_id: user.id, email: user.email, language: user.language, ...from })),
  ]
}
