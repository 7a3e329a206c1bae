import { hourMs } from '../../contract/limits.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { insertReminders, insertWaiverReminders, startsOfShortened } from './reminder-rows.ts'

/** Days before the first day on which a missing waiver is mailed. */
const waiverDays = [7, 3, 1] as const

/**
 * Scheduled task: queues reminders 24 and 2 hours before each booking, and 7, 3 and 1 days before if a waiver is
 * missing. Each reminder is a separate event, is sent once, and is checked again before its mail is sent.
 */
export async function remindOfBookings(ctx: Ctx): Promise<void> {
  const { now } = ctx
  const off = await startsOff(ctx)
  await commit(ctx, [
    insertReminders(ctx.db, {
      kind: 'booking.starts_in_2_hours',
      leadMs: 2 * hourMs,
      catchUpMs: 1.5 * hourMs,
      priority: 'transactional',
      now,
      off,
    }),
    insertReminders(ctx.db, {
      kind: 'booking.starts_in_24_hours',
      leadMs: 24 * hourMs,
      catchUpMs: 6 * hourMs,
      priority: 'bulk',
      now,
      off,
    }),
    ...waiverDays.map((days) =>
      insertWaiverReminders(ctx.db, {
        kind: 'booking.waiver_pending',
        leadMs: days * 24 * hourMs,
        catchUpMs: 6 * hourMs,
        priority: 'bulk',
        now,
        days,
      }),
    ),
  ])
}

/** The starts of the next day that are on a day which was called off. */
async function startsOff({ db, now }: Ctx) {
  const starts = await startsOfShortened(db, { from: now, until: now + 24 * hourMs })
  return starts
    .filter(({ starts_at, timezone, days_off }) =>
      (JSON.parse(days_off) as { date: string }[]).some(({ date }) => date === dayInZone(starts_at, timezone)),
    )
    .map(({ source_id, starts_at }) => ({ source_id, starts_at }))
}
