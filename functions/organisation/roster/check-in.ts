import type { OrganiserActor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CheckInRequest, RosterEntry } from '../../contract/organisation/roster.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { historyRow } from '../../platform/database/history.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { findRegistration, type LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import type { NoShowOutcome } from '../../booking/registrations/no-show-rule.ts'
import { keptOf, noShowCost, correctionWrites, noShowWrites } from './no-show.ts'
import { type CheckInDecision, decideCheckIn } from './check-in-rules.ts'
import { dayOf, loadRoster } from './load-roster.ts'
import { type CheckInRow, changeCheckIn, insertCheckIn, marksOf } from './roster-rows.ts'
import * as checkInStates from '../../contract/states/check-in-states.ts'

type CheckInInput = CheckInRequest & { program_id: string; registration_id: string; actor: OrganiserActor }
type Marking = { loaded: LoadedRegistration; day: string; starts_at: number; existing: CheckInRow | undefined }

/**
 * Marks attendance, pick-up or absence on a day. Of two marks, the mark with the later time counts, even if it arrives
 * first; each has a history row. The status of the registration changes accordingly: attended, or a no-show after the
 * end.
 */
export async function checkIn(ctx: Ctx, input: CheckInInput): Promise<RosterEntry> {
  const day = await retryOnConflict(async () => {
    const [[loaded], marks] = await ctx.db.batch([
      findRegistration(ctx, input.registration_id),
      marksOf(ctx.db, input.registration_id),
    ])
    if (loaded?.registration.program_id !== input.program_id)
      throw new ApiError('not_found', { param: 'registration_id' })
    const day = input.day ?? dayInZone(ctx.now, loaded.booking.timezone)
    const time = dayOf(loaded.booking, day)
    if (!time) throw new ApiError('not_found', { param: 'day' })

    const existing = marks.find((mark) => mark.day === day)
    // A mark from a device whose clock is fast gets the current time.
    const marked_at = Math.min(input.marked_at ? Date.parse(input.marked_at) : ctx.now, ctx.now)
    const decision = decideCheckIn({
      status: loaded.registration.status,
      day: time,
      ends_at: loaded.booking.ends_at,
      is_called_off: loaded.booking.days_off.some(({ date }) => date === day),
      existing: existing ?? null,
      mark: { status: input.status, marked_at },
      came_on_other_day: marks.some((mark) => mark.day !== day && cameBy(mark)),
      now: ctx.now,
    })
    if (!decision.ok) throw new ApiError(decision.type, { param: 'status', subject: loaded.registration.status })
    const marking = { loaded, day, starts_at: time.starts_at, existing }
    const cost = decision.moves.includes('no_show') ? await noShowCost(ctx, loaded) : null
    await commit(ctx, [
      ...writeMark(ctx, marking, { decision, input: { ...input, marked_at } }),
      ...moves(ctx, marking, { to: decision.moves, actor: input.actor, cost }),
      ...(cost ? noShowWrites(ctx, loaded, cost) : []),
      ...(loaded.registration.status === 'no_show' && decision.moves.length > 0 ? correctionWrites(ctx, loaded) : []),
    ])
    return day
  })

  return entryOf(ctx, { ...input, day })
}

const cameBy = ({ status }: Pick<CheckInRow, 'status'>): boolean => checkInStates.came.has(status)

type Decided = Extract<CheckInDecision, { ok: true }>
type Mark = Omit<CheckInInput, 'marked_at'> & { marked_at: number }

function writeMark(
  ctx: Ctx,
  { loaded, day, starts_at, existing }: Marking,
  { decision, input }: { decision: Decided; input: Mark },
): Statement[] {
  const registration_id = loaded.registration.id
  const marked = { status: decision.status, marked_by: input.marked_by ?? null, marked_at: input.marked_at }
  const step = existing ? existing.step : -1
  const write = existing
    ? [
        changeCheckIn(ctx.db, existing, {
          ...(decision.isLate ? {} : marked),
          step: existing.step + 1,
          updated: ctx.now,
        }),
        guard(ctx.db, 'state'),
      ]
    : [insertCheckIn(ctx.db, { registration_id, day, starts_at, ...marked, created: ctx.now, updated: ctx.now })]
  return [
    ...write,
    historyRow(ctx, {
      object: 'check_in',
      object_id: `${registration_id}:${day}`,
      step,
      from: existing?.status ?? null,
      to: decision.status,
      actor: input.actor,
      reason: decision.isLate ? `late_mark:${input.status}` : null,
      at: input.marked_at,
    }),
  ]
}

function moves(
  ctx: Ctx,
  { loaded, day }: Marking,
  { to, actor, cost }: { to: Decided['moves']; actor: OrganiserActor; cost: NoShowOutcome | null },
): Statement[] {
  let current = loaded
  return to.flatMap((status) => {
    const set = status === 'no_show' ? keptOf(cost) : keptOf(null)
    const statements = transitionRegistration(ctx, current, status, { actor, reason: `check_in:${day}`, set })
    const { registration } = current
    current = { ...current, registration: { ...registration, status, step: registration.step + 1 } }
    return statements
  })
}

async function entryOf(ctx: Ctx, input: { program_id: string; registration_id: string; day: string }) {
  const { events } = await loadRoster(ctx, { program_id: input.program_id, day: input.day })
  const entry = events.flatMap(({ entries }) => entries).find((each) => each.registration_id === input.registration_id)
  if (!entry) throw new ApiError('not_found', { param: 'registration_id' })
  return entry
}
