import type { Done } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { readLink } from '../../platform/identity/signed-link.ts'
import { closeChangesAfter, findFirstChangeSince, undoChange } from './code-rows.ts'
import { revokeIntruderChanges } from './intruder-rows.ts'
import { replaceKeys } from './account-keys.ts'
import { denySession, deniedBecause, findSession } from './session-rows.ts'
import { done } from './show-user.ts'
import { forgetPassword, restoreEmail } from './user-rows.ts'

/**
 * "This wasn’t me" in the mail about a new device: ends every session, removes the password and all passkeys, and
 * restores the address from before that log-in. A repeated call changes nothing, even after a new password was set.
 */
export async function undoLogIn(ctx: Ctx, input: { token: string }): Promise<Done> {
  const id = await readLink(ctx.env, { purpose: 'new_login', token: input.token, now: ctx.now })
  const [session] = id === null ? [] : await findSession(ctx, id)
  if (!session) throw new ApiError('link_expired')
  if (session.ended_because === deniedBecause) return done(ctx, 'log_in_undone')

  const { user_id } = session
  await commit(ctx, [
    denySession(ctx, session.id),
    guard(ctx.db, 'state'),
    ...replaceKeys(ctx, user_id, 'log_in_undone'),
    ...(await restoreEmailBefore(ctx, session)),
    ...(await revokeIntruderChanges(ctx, { user_id, since: session.created })),
    forgetPassword(ctx, user_id),
  ])
  return done(ctx, 'log_in_undone')
}

/** An intruder may have changed the account to an address of their own, which would get the next recovery link. */
async function restoreEmailBefore(ctx: Ctx, session: { user_id: string; created: number }): Promise<Statement[]> {
  const [change] = await findFirstChangeSince(ctx, session)
  if (!change || change.old_email_key === null) return []
  return [
    undoChange(ctx, change.id),
    closeChangesAfter(ctx, change),
    restoreEmail(ctx, session.user_id, {
      email: change.old_email,
      email_key: change.old_email_key,
      isVerified: change.old_is_verified,
    }),
    recordEvent(ctx, { kind: 'account.email_restored', ref: change.id, body: {} }),
  ]
}
