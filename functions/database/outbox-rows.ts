import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { outbox } from './tables.ts'

export type OutboxRow = typeof outbox.$inferSelect
const leaseMs = 60_000
const mostTries = 8

/** Takes up to 50 due rows under a lease: one runner gets each. */
export async function leaseDueRows(ctx: Ctx): Promise<OutboxRow[]> {
  return ctx.db
    .update(outbox)
    .set({ leased_until: ctx.now + leaseMs, tries: sql`${outbox.tries} + 1` })
    .where(sql`${outbox.id} IN (SELECT id FROM outbox INDEXED BY outbox_due WHERE done_at IS NULL AND dead_at IS NULL AND due_at <= ${ctx.now} AND (leased_until IS NULL OR leased_until < ${ctx.now}) ORDER BY due_at LIMIT 50)`)
    .returning()
}

export async function finishRow(ctx: Ctx, row: OutboxRow): Promise<void> {
  await ctx.db.update(outbox).set({ done_at: ctx.now, leased_until: null }).where(and(eq(outbox.id, row.id), isNull(outbox.done_at)))
}

/** Waits 5 s, doubling to at most an hour; the eighth failure is the last and is logged for the operator. */
export async function postponeRow(ctx: Ctx, row: OutboxRow, reason: string): Promise<void> {
  const isDead = row.tries >= mostTries
  if (isDead) ctx.log('outbox_dead', { kind: row.kind, outbox_id: row.id })
  await ctx.db
    .update(outbox)
    .set({ leased_until: null, due_at: ctx.now + Math.min(3_600_000, 5000 * 2 ** row.tries), last_error: reason, ...(isDead ? { dead_at: ctx.now } : {}) })
    .where(eq(outbox.id, row.id))
}
