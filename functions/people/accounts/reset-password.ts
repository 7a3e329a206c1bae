import type { SignedUp } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { mailReaches } from '../../delivery/mail/suppression.ts'
import { newPasswordHash } from './new-password.ts'
import { useRecovery } from './recovery-rows.ts'
import { replaceKeys } from './account-keys.ts'
import { loadRecovery } from './read-recovery.ts'
import { showUser } from './show-user.ts'
import { startSession } from './start-session.ts'
import { findUserById, type UserRow, updateUser } from './user-rows.ts'
import * as recoveryStates from '../../contract/states/recovery-states.ts'

/**
 * POST recovery/{recovery_id}: sets the new password, once, and logs in; ends every earlier session and removes every
 * passkey. The mail has proved the address.
 */
export async function resetPassword(ctx: Ctx, input: { recovery_id: string; password: string }): Promise<SignedUp> {
  const { recovery, user, customer_id, status } = await loadRecovery(ctx, input.recovery_id)
  if (!recoveryStates.open.has(status)) throw new ApiError('link_expired', { subject: status })
  if (!user.is_active) throw new ApiError('account_inactive')

  const password_hash = await newPasswordHash(ctx, { user, program_id: recovery.program_id, password: input.password })
  const { writes, token } = await startSession(ctx, { ...user, is_email_verified: true, user_id: user.id, customer_id })
  const [[row]] = await commit(
    ctx,
    [
      useRecovery(ctx, recovery.id),
      guard(ctx.db, 'state'),
      ...replaceKeys(ctx, user.id, 'password_reset'),
      updateUser(ctx, user.id, { password_hash, is_email_verified: true, last_login: ctx.now }),
      mailReaches(ctx, recovery.email),
      ...writes,
      recordEvent(ctx, {
        kind: 'account.password_changed',
        ref: user.id,
        key: recovery.id,
        body: { program_id: recovery.program_id, is_reset: true },
      }),
    ],
    findUserById(ctx, user.id),
  )
  return { ...showUser(row as UserRow), ...token }
}
