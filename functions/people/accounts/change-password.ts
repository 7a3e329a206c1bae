import type { Done } from '../../contract/people/account.ts'
import type { ChangePasswordRequest } from '../../contract/people/recovery.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { confirmPassword } from './confirm-password.ts'
import { refuseEasyPassword } from './new-password.ts'
import { hashEnv, hashPassword } from './password-hash.ts'
import { supersedeRecoveriesOf } from './recovery-rows.ts'
import { endOtherSessions } from './session-rows.ts'
import { done, requireUser } from './show-user.ts'
import { findLatestProgram, updateUser } from './user-rows.ts'
import { refusedField } from '../../contract/sentences/sentence.ts'

/** POST profile/password: sets the new password immediately, and ends every other session and open recovery link. */
export async function changePassword(ctx: CustomerContext, input: ChangePasswordRequest): Promise<Done> {
  if (input.password !== input.confirm_password) throw refusedField(ctx, 'password_mismatch', 'confirm_password')
  const account = await requireUser(ctx)
  const { user } = account
  await refuseEasyPassword(ctx, { user, program_id: null, password: input.password })
  await confirmPassword(ctx, account, input.old_password, 'old_password')

  const [program] = await findLatestProgram(ctx, user.id)
  const password_hash = await hashPassword(input.password, hashEnv(ctx, null))
  await commit(ctx, [
    updateUser(ctx, user.id, { password_hash }),
    endOtherSessions(ctx, { user_id: user.id, but: ctx.actor.session_id }, 'password_changed'),
    supersedeRecoveriesOf(ctx, user.id),
    recordEvent(ctx, {
      kind: 'account.password_changed',
      ref: user.id,
      key: `${user.id}:${ctx.now}`,
      body: { program_id: program?.id ?? null },
    }),
  ])
  return done(ctx, 'password_changed')
}
