import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { outbox } from './tables.ts'

export type OutboxRow = typeof outbox.$inferSelect
const leaseMs = 60_000
const mostTries = 8
const firstWaitMs = 10_000
const longestWaitMs = 3_600_000

/** Takes the row that is due longest under a lease: one runner gets it. A row whose runner died is free again when its lease has run out. */
export const leaseDueRow = (ctx: Ctx) =>
  ctx.db
    .update(outbox)
    .set({ leased_until: ctx.now + leaseMs, attempts: sql`${outbox.attempts} + 1` })
    .where(
      sql`${outbox.id} = (SELECT id FROM outbox INDEXED BY outbox_due WHERE done_at IS NULL AND dead_at IS NULL AND due_at <= ${ctx.now} AND (leased_until IS NULL OR leased_until < ${ctx.now}) ORDER BY due_at LIMIT 1)`,
    )
    .returning()

/** Notes that a row was delivered, also where its lease ran out meanwhile. */
export const finishRow = (ctx: Ctx, row: OutboxRow) =>
  ctx.db
    .update(outbox)
    .set({ done_at: ctx.now, dead_at: null, leased_until: null })
    .where(and(eq(outbox.id, row.id), isNull(outbox.done_at)))

/** Lets a row wait for its next try: 10 s, three times as long each time, at most an hour, so that eight tries outlast two hours without mail. */
export const postponeRow = (ctx: Ctx, row: OutboxRow, reason: string) =>
  ctx.db
    .update(outbox)
    .set({
      leased_until: null,
      due_at: ctx.now + Math.min(longestWaitMs, firstWaitMs * 3 ** (row.attempts - 1)),
      last_error: reason,
    })
    .where(isStillMine(row))

/** Ends a row that failed for the last time. */
export const deadLetterRow = (ctx: Ctx, row: OutboxRow, reason: string) =>
  ctx.db.update(outbox).set({ leased_until: null, dead_at: ctx.now, last_error: reason }).where(isStillMine(row))

/** Whether its last try was begun and failed. */
export const hasNoTryLeft = (row: OutboxRow): boolean => row.attempts >= mostTries

/** Whether more tries were begun than it has: each of them ended with its runner, and another one would too. */
export const endsItsRunners = (row: OutboxRow): boolean => row.attempts > mostTries

// Every lease counts a try, so that a runner whose lease ran out does not touch what another one holds.
const isStillMine = (row: OutboxRow) =>
  and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.done_at), isNull(outbox.dead_at))
