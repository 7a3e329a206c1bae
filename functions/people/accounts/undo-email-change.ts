import type { Done } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { readLink } from '../../platform/identity/signed-link.ts'
import { closeChangesAfter, findEmailChange, undoChange } from './code-rows.ts'
import { revokeIntruderChanges } from './intruder-rows.ts'
import { done } from './show-user.ts'
import { replaceKeys } from './account-keys.ts'
import { findUserById, restoreEmail } from './user-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

/**
 * "This wasn’t me" in the mail to the old address: restores the address, closes later changes and ends every session.
 * A repeated call changes nothing.
 */
export async function undoEmailChange(ctx: Ctx, input: { token: string }): Promise<Done> {
  const id = await readLink(ctx.env, { purpose: 'email_change', token: input.token, now: ctx.now })
  if (id === null) throw new ApiError('link_expired')
  const [change] = await findEmailChange(ctx, id)
  if (!change) throw new ApiError('link_expired')
  const email_key = emailKey(change.old_email)
  if (change.undone_at !== null) return answerAgain(ctx, { user_id: change.user_id, email_key })

  await commit(ctx, [
    undoChange(ctx, id),
    guard(ctx.db, 'state'),
    closeChangesAfter(ctx, change),
    ...replaceKeys(ctx, change.user_id, 'email_change_undone'),
    restoreEmail(ctx, change.user_id, { email: change.old_email, email_key, isVerified: change.old_is_verified }),
    ...(await revokeIntruderChanges(ctx, { user_id: change.user_id, since: change.created })),
    recordEvent(ctx, { kind: 'account.email_restored', ref: id, body: {} }),
  ])
  return done(ctx, 'email_restored')
}

// Answers a repeated call: the address was restored by this link, or an earlier link restored another address.
async function answerAgain(ctx: Ctx, old: { user_id: string; email_key: string }): Promise<Done> {
  const [account] = await findUserById(ctx, old.user_id)
  if (account?.user.email_key !== old.email_key) throw new ApiError('link_expired')
  return done(ctx, 'email_restored')
}
