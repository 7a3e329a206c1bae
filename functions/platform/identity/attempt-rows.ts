import { and, count, desc, eq, gt, min, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { attempts } from '../database/tables.ts'

/**
 * At most `max` attempts of one scope within a time, then a wait of the same length. Exact even for simultaneous
 * requests.
 */
export type AttemptLimit = { scope: string; max: number; withinMs: number }

/** Counts an attempt before its password is verified; returns no row when the scope must wait. */
export function takeAttempt(ctx: Ctx, limit: AttemptLimit) {
  const { scope, max, withinMs } = limit
  return ctx.db
    .insert(attempts)
    .select(sql`SELECT ${scope}, max(${ctx.now}, coalesce((SELECT max(window_starts_at) + 1 FROM attempts WHERE scope = ${scope}), 0)), 1 WHERE NOT EXISTS (
      SELECT 1 FROM (SELECT count(*) AS found, max(tried) AS newest, min(tried) AS oldest
        FROM (SELECT window_starts_at AS tried FROM attempts WHERE scope = ${scope} ORDER BY window_starts_at DESC LIMIT ${max}))
      WHERE found = ${max} AND oldest > newest - ${withinMs} AND newest > ${ctx.now - withinMs})`)
    .returning({ at: attempts.window_starts_at })
}

/** The time of the scope's latest attempt. */
export const latestAttempt = (ctx: Ctx, scope: string) =>
  ctx.db
    .select({ at: attempts.window_starts_at })
    .from(attempts)
    .where(eq(attempts.scope, scope))
    .orderBy(desc(attempts.window_starts_at))
    .limit(1)

/**
 * Counts an attempt as wrong before it is verified; returns no row when the limit was reached within the time.
 * `isLimited: false` always counts it.
 */
export function takeWrongAttempt(
  ctx: Ctx,
  { scope, max, withinMs }: AttemptLimit,
  { isLimited }: { isLimited: boolean },
) {
  const mayTry = sql`(SELECT count(*) FROM attempts WHERE scope = ${scope} AND window_starts_at > ${ctx.now - withinMs}) < ${max}`
  return ctx.db
    .insert(attempts)
    .select(
      sql`SELECT ${scope}, max(${ctx.now}, coalesce((SELECT max(window_starts_at) + 1 FROM attempts WHERE scope = ${scope}), 0)), 1 WHERE ${isLimited ? mayTry : sql`true`}`,
    )
    .returning({ at: attempts.window_starts_at })
}

/** Counts a wrong attempt. */
export const addWrongAttempt = (ctx: Ctx, scope: string): Statement =>
  ctx.db
    .insert(attempts)
    .select(
      sql`SELECT ${scope}, max(${ctx.now}, coalesce((SELECT max(window_starts_at) + 1 FROM attempts WHERE scope = ${scope}), 0)), 1`,
    )

/** The number of wrong attempts within the limit's time, up to the limit, and the oldest one's time. */
export function readWrongAttempts(ctx: Ctx, { scope, max, withinMs }: AttemptLimit) {
  const newest = ctx.db
    .select({ at: attempts.window_starts_at })
    .from(attempts)
    .where(and(eq(attempts.scope, scope), gt(attempts.window_starts_at, ctx.now - withinMs)))
    .orderBy(desc(attempts.window_starts_at))
    .limit(max)
    .as('newest')
  return ctx.db.select({ n: count(), oldest: min(newest.at) }).from(newest)
}

/** Removes a correct attempt from the count, because only wrong ones count. */
export const giveAttemptBack = (ctx: Ctx, taken: { scope: string; at: number }): Statement =>
  ctx.db.delete(attempts).where(and(eq(attempts.scope, taken.scope), eq(attempts.window_starts_at, taken.at)))
