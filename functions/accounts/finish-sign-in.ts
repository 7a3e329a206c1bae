import type { SignedUp, Token } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { recordEvent } from '../database/outbox.ts'
import { hashEnv, hashPassword } from './password-hash.ts'
import { showUser } from './show-user.ts'
import { giveAttemptsBack, type SignInAttempt } from './sign-in-attempts.ts'
import { startSession } from './start-session.ts'
import { giveAttemptBack } from './attempt-rows.ts'
import { findUserById, type UserRow, updateUser } from './user-rows.ts'

/**
 * What follows a right password: its attempts are given back, a session starts, an old hash is replaced. The owner of a
 * confirmed address gets a mail when the device is new.
 */
export async function finishSignIn(
  ctx: Ctx,
  account: UserRow,
  input: Omit<SignInAttempt, 'user'> & { password: string; isOutdated: boolean; program_id: string | null },
): Promise<SignedUp> {
  const { user, customer_id } = account
  if (!user.is_active) {
    await giveAttemptsBack(ctx, input.taken)
    throw new ApiError('account_inactive')
  }
  const rehashed = input.isOutdated
    ? { password_hash: await hashPassword(input.password, hashEnv(ctx, input.device)) }
    : {}

  const { session_id, writes, token } = await startSession(ctx, { ...user, user_id: user.id, customer_id })
  const [[row]] = await commit(
    ctx,
    [
      ...input.taken.map((attempt) => giveAttemptBack(ctx, attempt)),
      updateUser(ctx, user.id, { ...rehashed, last_login: ctx.now }),
      ...writes,
      ...(input.device === null && user.is_email_verified
        ? [recordEvent(ctx, { kind: 'account.new_login', ref: session_id, body: { program_id: input.program_id } })]
        : []),
    ],
    findUserById(ctx, user.id),
  )
  return { ...showUser(row as UserRow), ...token }
}

/** The Token part of an answer that has both. */
export function tokenOf({ access_token, refresh_token, id_token, token_type, expires_in }: SignedUp): Token {
  return { access_token, refresh_token, id_token, token_type, expires_in }
}
