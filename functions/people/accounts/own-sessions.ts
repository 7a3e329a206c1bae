import type { Done } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { list, type List, type Page } from '../../contract/paging.ts'
import { scopesIn } from '../../contract/people/oauth.ts'
import type { Session } from '../../contract/people/session.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import {
  countLiveSessions,
  findLiveSession,
  findOwnSession,
  listLiveSessions,
  type LiveSession,
} from './live-session-rows.ts'
import { endOtherSessions, endSession } from './session-rows.ts'
import { requireOwnSession } from './confirm-password.ts'
import { done } from './show-user.ts'

function showSession(ctx: CustomerContext, session: LiveSession): Session {
  const { id, browser, system, program_id, scopes, created, last_used, expires_at } = session
  return {
    id,
    object: 'session',
    browser,
    system,
    is_current: id === ctx.actor.session_id,
    program_id,
    scopes: scopes === null ? null : scopesIn(scopes),
    created: instant(created),
    last_used: instant(last_used),
    expires_at: instant(expires_at),
  }
}

/** GET profile/sessions: where the caller is logged in, by last use. */
export async function listSessions(ctx: CustomerContext, page: Page): Promise<List<Session>> {
  const [rows, totals] = await ctx.db.batch([listLiveSessions(ctx, page), countLiveSessions(ctx)])
  return list(
    rows.map((row) => showSession(ctx, row)),
    totals[0]?.total ?? 0,
    page,
  )
}

/** GET profile/sessions/{session_id}: one session of the caller; `not_found` when it has ended. */
export async function readOneSession(ctx: CustomerContext, input: { session_id: string }): Promise<Session> {
  const [session] = await findLiveSession(ctx, input.session_id)
  if (!session) throw new ApiError('not_found')
  return showSession(ctx, session)
}

/**
 * DELETE profile/sessions/{session_id}: logs out that device, with every token of the session. A repeated call changes
 * nothing.
 */
export async function endOneSession(ctx: CustomerContext, input: { session_id: string }): Promise<Done> {
  const [session] = await findOwnSession(ctx, input.session_id)
  if (!session) throw new ApiError('not_found')
  if (session.id !== ctx.actor.session_id) await requireOwnSession(ctx)

  await commit(ctx, [endSession(ctx, session.id, 'logged_out_elsewhere')])
  return done(ctx, 'session_ended')
}

/** DELETE profile/sessions: logs out every other device of the caller. */
export async function endSessionsElsewhere(ctx: CustomerContext): Promise<Done> {
  await requireOwnSession(ctx)
  const { user_id, session_id } = ctx.actor
  await commit(ctx, [endOtherSessions(ctx, { user_id, but: session_id }, 'logged_out_elsewhere')])
  return done(ctx, 'sessions_ended')
}
