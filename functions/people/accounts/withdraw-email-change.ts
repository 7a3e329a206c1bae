import type { User } from '../../contract/people/account.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { closeCodes } from './code-rows.ts'
import { requireUser, showUser } from './show-user.ts'
import { findUserById, type UserRow, updateUser } from './user-rows.ts'

/**
 * DELETE profile/email: drops the pending email and its code, and keeps the current email. The link in the notice
 * keeps working.
 */
export async function withdrawEmailChange(ctx: CustomerContext): Promise<User> {
  const account = await requireUser(ctx)
  if (account.user.pending_email === null) return showUser(account)

  const [[row]] = await commit(
    ctx,
    [updateUser(ctx, account.user.id, { pending_email: null }), closeCodes(ctx, account.user.id)],
    findUserById(ctx, account.user.id),
  )
  return showUser(row as UserRow)
}
