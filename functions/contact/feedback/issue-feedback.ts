import { minuteMs } from '../../contract/limits.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { historyRows } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { system } from '../../platform/actor.ts'
import { yieldToEventLoop } from '../../platform/run-budget.ts'
import { hashOfCode, newFeedbackCode } from '../../platform/identity/feedback-code.ts'
import { dueOccasions, isDaytime, occasionsOf, requestAfterMs, requestWithinMs } from './feedback-occasions.ts'
import { expiryOf } from './feedback-rules.ts'
import {
  appointmentsEnded,
  bookingsToIssue,
  bookingToIssue,
  codesToExpire,
  type DueOccasion,
  eventsUnderWay,
  expireCodes,
  insertFeedback,
  lastCheck,
  programsWithFeedback,
  lastCheckedProgram,
  recordCheck,
  recordReached,
  type FeedbackToIssue,
} from './issue-rows.ts'

/** How often ended occasions are searched, in ms. */
const checkEveryMs = 10 * minuteMs
/** Number of requests per run. */
const maxIssued = 100

type Program = Awaited<ReturnType<typeof programsWithFeedback>>[number]

/**
 * Scheduled task: requests feedback two hours after the end, by day, once for each booking and occasion. The hash of
 * the code is stored before the mail is sent, so that concurrent runs send one request.
 */
export async function issueFeedback(ctx: Ctx): Promise<void> {
  await expireFeedback(ctx)
  const [check] = await lastCheck(ctx)
  if (check && check.at > ctx.now - checkEveryMs && check.at <= ctx.now) return
  let left = maxIssued
  let reached = check ? lastCheckedProgram(check) : ''
  for (const program of await programsWithFeedback(ctx, reached)) {
    if (ctx.env.isBudgetSpent?.()) return void (await commit(ctx, [recordReached(ctx, reached)]))
    reached = program.id
    if (!isDaytime(ctx.now, program.timezone)) continue
    const due = await findDue(ctx, program)
    if (due.length === 0) continue
    const bookings = await bookingsToIssue(ctx, JSON.stringify(due), left)
    await issue(ctx, bookings)
    left -= bookings.length
    await yieldToEventLoop()
    // The next run, a minute later, continues.
    if (left === 0) return
  }
  await commit(ctx, [recordCheck(ctx)])
}

/** Requests feedback for one booking at once; only for local use. */
export async function issueFeedbackOf(ctx: Ctx, registration_id: string): Promise<void> {
  await issue(
    ctx,
    (await bookingToIssue(ctx, registration_id)).map((booking) => ({ ...booking, occasion: 'end' })),
  )
}

async function findDue(ctx: Ctx, { id: program_id, preferences, timezone }: Program): Promise<DueOccasion[]> {
  const { camp_feedback_schedule, session_feedback_schedule } = preferences
  if (camp_feedback_schedule === 'off' && session_feedback_schedule === 'off') return []
  const window = { program_id, from: ctx.now - requestWithinMs, until: ctx.now - requestAfterMs }
  const [events, appointments] = await ctx.db.batch([eventsUnderWay(ctx, window), appointmentsEnded(ctx, window)])
  return [
    ...events.flatMap((event) =>
      dueOccasions(occasionsOf({ ...event, is_session: event.type === 'class' }, preferences), ctx.now).map(
        (occasion) => ({ ...occasion, event_id: event.id, registration_id: null }),
      ),
    ),
    ...appointments.flatMap(({ registration_id, ...times }) =>
      dueOccasions(
        occasionsOf(
          { ...times, timezone, overnight: null, is_series: false, series_dates: [], is_session: true },
          preferences,
        ),
        ctx.now,
      ).map((occasion) => ({ ...occasion, event_id: null, registration_id })),
    ),
  ]
}

async function issue(ctx: Ctx, bookings: FeedbackToIssue[]): Promise<void> {
  if (bookings.length === 0) return
  const rows = bookings.map(({ starts_at, ends_at, ...booking }) => {
    const id = ctx.newId('fbk')
    return {
      ...booking,
      id,
      occasion_starts_at: starts_at,
      occasion_ends_at: ends_at,
      code_hash: hashOfCode(newFeedbackCode(ctx.env, id)),
      status: 'issued' as const,
      expires_at: expiryOf(ctx.now),
      created: ctx.now,
      updated: ctx.now,
    }
  })
  const step = { object: 'feedback' as const, step: -1, from: null, to: 'issued', actor: system, at: ctx.now }
  await ignoreConflict(
    commit(ctx, [
      ...insertFeedback(ctx, rows),
      ...historyRows(
        ctx,
        rows.map(({ id }) => ({ ...step, object_id: id })),
      ),
      ...rows.map(({ id }) => recordEvent(ctx, { kind: 'feedback.requested', ref: id, body: {} })),
    ]),
  )
}

/** Expires codes that were not used within 60 days. */
async function expireFeedback(ctx: Ctx): Promise<void> {
  const codes = await codesToExpire(ctx)
  if (codes.length === 0) return
  await ignoreConflict(
    commit(ctx, [
      expireCodes(
        ctx,
        codes.map(({ id }) => id),
      ),
      ...historyRows(
        ctx,
        codes.map(({ id, status, step }) => ({
          ...{ object: 'feedback' as const, object_id: id, step, from: status, to: 'expired', actor: system },
          at: ctx.now,
        })),
      ),
    ]),
  )
}

// A concurrent run was faster; the next run continues.
async function ignoreConflict(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ApiError && error.isConflict)) throw error
  })
}
