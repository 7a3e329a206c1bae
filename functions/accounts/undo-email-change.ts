import type { Done } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { guard } from '../database/guard.ts'
import { readLink } from '../mail/signed-link.ts'
import { closeCodes, findEmailChange, undoChange } from './code-rows.ts'
import { done } from './show-user.ts'
import { endSessionsOf } from './session-rows.ts'
import { emailKey } from './sign-in-attempts.ts'
import { updateUser } from './user-rows.ts'

/** "This was not me" of the mail to the old address: the address is as before, every session ends. A second time it is done already. */
export async function undoEmailChange(ctx: Ctx, input: { token: string }): Promise<Done> {
  const id = await readLink(ctx.env, { purpose: 'email_change', token: input.token, now: ctx.now })
  if (id === null) throw new ApiError('link_expired')
  const [change] = await findEmailChange(ctx, id)
  if (!change) throw new ApiError('link_expired')
  if (change.undone_at !== null) return done(ctx, 'email_restored')

  await commit(ctx, [
    undoChange(ctx, id),
    guard(ctx.db, 'state'),
    closeCodes(ctx, change.user_id),
    endSessionsOf(ctx, change.user_id, 'email_change_undone'),
    // Whoever follows the link reads the old mailbox: that address is confirmed.
    updateUser(ctx, change.user_id, {
      email: change.old_email,
      email_key: emailKey(change.old_email),
      pending_email: null,
      is_email_verified: true,
    }),
  ])
  return done(ctx, 'email_restored')
}
