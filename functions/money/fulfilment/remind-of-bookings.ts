import { eventDays } from '../../contract/event-times.ts'
import { dayMs, hourMs } from '../../contract/limits.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { insertReminders, insertWaiverReminders, shortenedEvents } from './reminder-rows.ts'

/** Days before the first day that takes place, on which a missing waiver is mailed. */
const waiverDays = [7, 3, 1] as const

/**
 * Scheduled task: queues reminders 24 and 2 hours before each booking, and 7, 3 and 1 days before if a waiver is
 * missing. Each reminder is a separate event, is sent once, and is checked again before its mail is sent.
 */
export async function remindOfBookings(ctx: Ctx): Promise<void> {
  const { now } = ctx
  const shortened = await startsOfShortened(ctx)
  await commit(ctx, [
    insertReminders(ctx.db, {
      kind: 'booking.starts_in_2_hours',
      leadMs: 2 * hourMs,
      catchUpMs: 1.5 * hourMs,
      priority: 'transactional',
      now,
      shortened,
    }),
    insertReminders(ctx.db, {
      kind: 'booking.starts_in_24_hours',
      leadMs: 24 * hourMs,
      catchUpMs: 6 * hourMs,
      priority: 'bulk',
      now,
      shortened,
    }),
    ...waiverDays.map((days) =>
      insertWaiverReminders(ctx.db, {
        kind: 'booking.waiver_pending',
        leadMs: days * 24 * hourMs,
        catchUpMs: 6 * hourMs,
        priority: 'bulk',
        now,
        days,
        shortened: shortened.filter(({ is_first }) => is_first),
      }),
    ),
  ])
}

/**
 * The starts of events with days that were called off: each date of a series that takes place, and the first day of a
 * camp that takes place.
 */
async function startsOfShortened({ db, now }: Ctx) {
  const events = await shortenedEvents(db, { from: now, until: now + Math.max(...waiverDays) * dayMs })
  return events.flatMap((event) => {
    const off = new Set(event.days_off.map(({ date }) => date))
    const days = eventDays(event).filter(({ starts_at }) => !off.has(dayInZone(starts_at, event.timezone)))
    const starts = event.is_series && event.series_dates.length > 0 ? days : days.slice(0, 1)
    return starts.map(({ starts_at }, at) => ({ source_id: event.id, starts_at, is_first: at === 0 }))
  })
}
