import { ApiError } from '../contract/api-error.ts'
import type { CustomerContext } from '../context.ts'
import { personById, type UserRow } from './user-rows.ts'

/** The person behind the request. A closed account is told so. */
export async function requireUser(ctx: CustomerContext): Promise<UserRow> {
  const [account] = await personById(ctx.db).execute({ user_id: ctx.actor.user_id })
  if (!account) throw new ApiError('not_authenticated')
  if (!account.user.is_active) throw new ApiError('account_inactive')
  return account
}
