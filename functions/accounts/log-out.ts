import type { Done } from '../contract/account.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { done } from './done.ts'
import { endSession } from './session-rows.ts'

/** POST logout: ends the caller's session and with it every token made in it. A second time it is ended already. */
export async function logOut(ctx: Ctx): Promise<Done> {
  const session_id = ctx.identity?.session_id
  // The batch must also pass when the session has ended: no guard of the caller.
  ctx.identity = null
  if (session_id) await commit(ctx, [endSession(ctx, session_id, 'logged_out')])
  return done(ctx, 'logged_out')
}
