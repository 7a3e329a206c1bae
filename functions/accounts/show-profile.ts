import type { User } from '../contract/account.ts'
import type { CustomerContext } from '../context.ts'
import { requireUser } from './require-user.ts'
import { showUser } from './show-user.ts'

/** GET profile: who is signed in. */
export async function showProfile(ctx: CustomerContext): Promise<User> {
  return showUser(await requireUser(ctx))
}
