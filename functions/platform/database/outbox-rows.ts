import { hourMs, minuteMs } from '../../contract/limits.ts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Priority } from '../context.ts'
import { priorities } from './outbox.ts'
import { outbox } from './tables.ts'

export type OutboxRow = typeof outbox.$inferSelect
const leaseMs = minuteMs
const maxAttempts = 8
const firstRetryMs = 10_000
const maxRetryMs = hourMs

/**
 * A delivery throws this when it must wait without having failed, such as for quiet hours or a service's rate limit.
 * With `until` null it waits as long as after a failure.
 */
export class PostponedDelivery extends Error {
  readonly until: number | null
  constructor(code: string, until: number | null) {
    super(code)
    this.name = 'PostponedDelivery'
    this.until = until
  }
}

/** Leases the most urgent due row, oldest first, to one runner. The lease of a crashed runner expires. */
export const leaseDueRow = (ctx: Ctx, leastUrgent: Priority) =>
  ctx.db
    .update(outbox)
    .set({ leased_until: ctx.now + leaseMs, attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} = ${maxUrgencyDue(ctx.now, leastUrgent)}`)
    .returning()

// One index search per priority, so that rows waiting for another attempt are never scanned.
function maxUrgencyDue(now: number, leastUrgent: Priority): SQL {
  const levels = Object.values(priorities).filter((level) => level <= priorities[leastUrgent])
  const due = levels.map(
    (level) =>
      sql`(SELECT id FROM outbox INDEXED BY outbox_due WHERE priority = ${level} AND done_at IS NULL AND dead_at IS NULL AND due_at <= ${now} AND (leased_until IS NULL OR leased_until < ${now}) ORDER BY due_at LIMIT 1)`,
  )
  return sql`coalesce(${sql.join(due, sql`, `)}, NULL)`
}

/** Marks a row as done, even if its lease expired in the meantime. */
export const finishRow = (ctx: Ctx, row: OutboxRow) =>
  ctx.db
    .update(outbox)
    .set({ done_at: ctx.now, dead_at: null, leased_until: null })
    .where(and(eq(outbox.id, row.id), isNull(outbox.done_at)))

/**
 * Schedules the next attempt of a failed row: after 10 s, then three times as long each time, at most an hour. Eight
 * attempts survive more than two hours without mail.
 */
export const retryRow = (ctx: Ctx, row: OutboxRow, reason: string) =>
  ctx.db
    .update(outbox)
    .set({ ...waiting(ctx, row, reason), first_due_at: row.first_due_at ?? row.due_at })
    .where(isStillLeased(row))

/** Postpones a row that has not failed until the given time. Without a time it waits as long as a failed row. */
export const postponeRow = (ctx: Ctx, row: OutboxRow, { message, until }: PostponedDelivery) =>
  ctx.db
    .update(outbox)
    .set({ ...waiting(ctx, row, message), ...(until === null ? {} : { due_at: until }), first_due_at: null })
    .where(isStillLeased(row))

const waiting = (ctx: Ctx, row: OutboxRow, last_error: string) => ({
  leased_until: null,
  due_at: ctx.now + Math.min(maxRetryMs, firstRetryMs * 3 ** (row.attempts - 1)),
  last_error,
})

/** Ends a row after its last failed attempt. */
export const deadLetterRow = (ctx: Ctx, row: OutboxRow, reason: string) =>
  ctx.db.update(outbox).set({ leased_until: null, dead_at: ctx.now, last_error: reason }).where(isStillLeased(row))

/** True when the last attempt was begun and failed. */
export const hasNoAttemptLeft = (row: OutboxRow): boolean => row.attempts >= maxAttempts

/**
 * True when more attempts were begun than allowed. Each attempt crashed its runner, and another attempt would do so
 * too.
 */
export const crashesItsRunners = (row: OutboxRow): boolean => row.attempts > maxAttempts

// Every lease counts an attempt, so that a runner with an expired lease does not touch a row leased by another.
const isStillLeased = (row: OutboxRow) =>
  and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.done_at), isNull(outbox.dead_at))
