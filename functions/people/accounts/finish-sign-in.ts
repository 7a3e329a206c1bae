import type { SignedUp, Token } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { hashEnv, hashPassword } from './password-hash.ts'
import { showUser } from './show-user.ts'
import { releaseAttempts, type SignInAttempt } from './sign-in-attempts.ts'
import { isConfirmedDevice } from './second-factor.ts'
import { insertConfirmedDevice } from './second-factor-rows.ts'
import { startSession } from './start-session.ts'
import { giveAttemptBack } from '../../platform/identity/attempt-rows.ts'
import { findUserById, type UserRow, updateUser } from './user-rows.ts'

/**
 * What remains to be done after a log-in: after a password its attempts and possibly an outdated hash, after a passkey
 * its own writes.
 */
type SignIn = Pick<SignInAttempt, 'device'> & { program_id: string | null; isShared?: boolean } & (
    | { taken: SignInAttempt['taken']; password: string; isOutdated: boolean }
    | { also: Statement[] }
  )

/**
 * Completes a correct password or passkey: its attempt is not counted, a session starts, an outdated hash is replaced.
 * The owner of a confirmed address gets a mail when the device is new.
 */
export async function finishSignIn(ctx: Ctx, account: UserRow, input: SignIn): Promise<SignedUp> {
  const { user, customer_id } = account
  const taken = 'taken' in input ? input.taken : []
  if (!user.is_active) {
    await releaseAttempts(ctx, taken)
    throw new ApiError('account_inactive')
  }
  const rehashed =
    'password' in input && input.isOutdated
      ? { password_hash: await hashPassword(input.password, hashEnv(ctx, input.device)) }
      : {}

  const isByPasskey = 'also' in input
  const isConfirmed = isByPasskey || (await isConfirmedDevice(ctx, user.id, input.device))
  const { session_id, writes, token } = await startSession(
    ctx,
    { ...user, user_id: user.id, customer_id },
    { isConfirmed, isShared: input.isShared ?? false },
  )
  const [[row]] = await commit(
    ctx,
    [
      ...('also' in input ? input.also : []),
      ...taken.map((attempt) => giveAttemptBack(ctx, attempt)),
      updateUser(ctx, user.id, { ...rehashed, last_login: ctx.now }),
      ...writes,
      ...(isByPasskey && input.device !== null
        ? [insertConfirmedDevice(ctx, { user_id: user.id, device_id: input.device, session_id })]
        : []),
      ...(input.device === null && user.is_email_verified
        ? [recordEvent(ctx, { kind: 'account.new_login', ref: session_id, body: { program_id: input.program_id } })]
        : []),
    ],
    findUserById(ctx, user.id),
  )
  return { ...showUser(row as UserRow), ...token }
}

/** The Token part of a response that has both. */
export function tokenOf({ access_token, refresh_token, id_token, token_type, expires_in }: SignedUp): Token {
  return { access_token, refresh_token, id_token, token_type, expires_in }
}
