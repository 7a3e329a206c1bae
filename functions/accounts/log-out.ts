import type { Done } from '../contract/account.ts'
import { actAs, type CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { done } from './done.ts'
import { endSession } from './session-rows.ts'

/** POST logout: ends the caller's session and with it every token made in it. A second time it is ended already. */
export async function logOut(ctx: CustomerContext): Promise<Done> {
  const { session_id } = ctx.actor
  // The batch also passes when the session has ended: it is not bound to the caller.
  if (session_id) await commit(actAs(ctx, null), [endSession(ctx, session_id, 'logged_out')])
  return done(ctx, 'logged_out')
}
