import { hourMs, minuteMs } from '../../contract/limits.ts'
import { and, asc, count, desc, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Page } from '../../contract/paging.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { sessions } from '../../platform/database/tables.ts'

/** When a session was last used: its newest page or newest token. */
const lastUsed = sql<number>`max(coalesce(${sessions.last_used_at}, ${sessions.created}), coalesce((SELECT max(issued_at) FROM refresh_tokens WHERE session_id = ${sessions.id}), 0))`
const columns = {
  id: sessions.id,
  browser: sessions.browser,
  system: sessions.system,
  program_id: sessions.program_id,
  scopes: sessions.scopes,
  created: sessions.created,
  last_used: lastUsed.as('last_used'),
  expires_at: sessions.expires_at,
}

// The caller's current session is open by definition. Any other session must have a token that can still be rotated.
const isLive = ({ actor, now }: CustomerContext): SQL | undefined =>
  and(
    eq(sessions.user_id, actor.user_id),
    isNull(sessions.ended_at),
    gte(sessions.expires_at, now),
    or(
      eq(sessions.id, actor.session_id),
      sql`EXISTS (SELECT 1 FROM refresh_tokens WHERE session_id = ${sessions.id} AND used_at IS NULL AND expires_at >= ${now})`,
    ),
  )
const liveSessions = (ctx: CustomerContext) => ctx.db.select(columns).from(sessions)

/** One page of the caller's open sessions, by their last use. */
export function listLiveSessions(ctx: CustomerContext, page: Page) {
  const way = page.order === 'asc' ? asc : desc
  return liveSessions(ctx)
    .where(isLive(ctx))
    .orderBy(way(lastUsed), way(sessions.id))
    .limit(page.limit)
    .offset(page.skip)
}
export type LiveSession = Awaited<ReturnType<typeof listLiveSessions>>[number]

export const countLiveSessions = (ctx: CustomerContext) =>
  ctx.db.select({ total: count() }).from(sessions).where(isLive(ctx))

export const findLiveSession = (ctx: CustomerContext, id: string) =>
  liveSessions(ctx).where(and(eq(sessions.id, id), isLive(ctx)))

/** A session of the caller, open or ended. */
export const findOwnSession = (ctx: CustomerContext, id: string) =>
  ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.user_id, ctx.actor.user_id)))

/** Records that a page of a session was opened. */
export const touchSession = (ctx: Ctx, session_id: string) =>
  ctx.db.update(sessions).set({ last_used_at: ctx.now }).where(eq(sessions.id, session_id))

/** Whether the session's last recorded page is old enough to record another. On a shared machine, idle time counts. */
export const isTouchDue = (
  last_used_at: number | null,
  { now, isShared }: { now: number; isShared: boolean },
): boolean => last_used_at === null || now - last_used_at >= (isShared ? minuteMs : hourMs)
