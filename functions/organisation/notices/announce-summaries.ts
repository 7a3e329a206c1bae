import { dayMs } from '../../contract/limits.ts'
import { dayText, instantOf, wallClock } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { withinBudget } from '../../platform/run-budget.ts'
import { eventsRecorded, programsWithTeam } from './summary-rows.ts'

/** The local hours in which a summary leaves: from 7:00, and until noon after an outage. */
const morning = { from: 7, until: 12 }

/** Scheduled task: starts the daily summaries of each program at 7:00 in its time zone, once a day. */
export async function announceSummaries(ctx: Ctx): Promise<void> {
  const kind = 'team.summary_due'
  const due = (await programsWithTeam(ctx.db)).flatMap(({ id, timezone }) => {
    const clock = wallClock(ctx.now, timezone)
    if (clock.hour < morning.from || clock.hour >= morning.until) return []
    const day = dayText(clock)
    const since = instantOf({ ...clock, day: clock.day - 1, hour: morning.from, minute: 0 }, timezone)
    return [{ id, key: `${id}:${day}`, body: { day, since: Math.max(since, ctx.now - 2 * dayMs) } }]
  })
  if (due.length === 0) return
  const recorded = await eventsRecorded(
    ctx.db,
    due.map(({ key }) => `${kind}:${key}`),
  )
  const started = new Set(recorded.map(({ dedupe }) => dedupe))
  const left = due.filter(({ key }) => !started.has(`${kind}:${key}`))
  for await (const { id, key, body } of withinBudget(ctx, left))
    await commit(ctx, [recordEvent(ctx, { kind, ref: id, key, body })])
}
