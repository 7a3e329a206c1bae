import { ApiError } from '../../contract/api-error.ts'
import type { CallOffDayRequest, DayOff, EventDates } from '../../contract/changes/day-off.ts'
import { money } from '../../contract/display-money.ts'
import { instant } from '../../contract/instant.ts'
import { dayOffWholeSentence } from '../../contract/sentences/sentence.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { localize } from '../../contract/texts.ts'
import { refreshCalendars } from '../../money/fulfilment/record-event-changed.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { actorId } from '../../platform/actor.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { creationRow, transitionRow } from '../../platform/database/history.ts'
import { queueJob } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { requireRight } from '../../platform/middleware/organiser.ts'
import { undoEnds } from '../cancellations/undo-window.ts'
import {
  type DayOffRow,
  dayOffById,
  daysOffOf,
  type EventToCallOff,
  eventToCallOff,
  insertDayOff,
  lastDayOff,
  packagesOfVisits,
  placesOfDay,
  removeJob,
  setRestored,
} from './day-off-rows.ts'
import { daysOf, type EventDay, refundOfDay } from './day-off-rules.ts'

type InDay = { program_id: string; key: string; date: string }
type CallOffInput = CallOffDayRequest & InDay
type Place = Awaited<ReturnType<typeof placesOfDay>>[number]
type Terms = Pick<DayOffRow, 'day' | 'text' | 'return_as' | 'amount' | 'package_id' | 'notify'>

/**
 * Calls one day of an event off, or previews what goes back. Pages and calendars show it at once. Families are told and
 * refunded when the day leaves, ten minutes later. The same call again returns the day that is called off already.
 */
export function callOffDay(ctx: OrganiserContext, input: CallOffInput): Promise<DayOff> {
  return retryOnConflict(async () => {
    const { program_id, key } = input
    const [[event], off, places, packages] = await ctx.db.batch([
      eventToCallOff(ctx.db, input),
      daysOffOf(ctx.db, input),
      placesOfDay(ctx.db, input),
      packagesOfVisits(ctx.db, program_id),
    ])
    if (!event) throw new ApiError('not_found', { param: 'key' })
    const package_id = packages.find((each) => each.key === input.session_package)?.id ?? null
    const terms = termsOf(ctx, input, { event, package_id })
    requireDay(ctx, event, { ...input, off })
    const shown = { event, places }
    const existing = off.find(({ day }) => day === input.date)
    if (existing && !isSame(existing, terms)) throw new ApiError('state_conflict', { param: 'date' })
    if (existing) return showDayOff(ctx, { ...shown, terms, row: existing })
    if (input.dry_run) return showDayOff(ctx, { ...shown, terms, row: null })

    const row: DayOffRow = {
      ...{ id: ctx.newId('day'), event_id: event.id, ...terms, called_by: actorId(ctx.actor) },
      ...{ created: ctx.now, leaves_at: undoEnds(ctx), left_at: null, restored_at: null },
    }
    ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/events/${key}/dates`)
    ctx.request.invalidateTags(`program:${program_id}`, `event:${event.id}`)
    await commit(ctx, [
      insertDayOff(ctx.db, row),
      creationRow(ctx, { object: 'day_off', id: row.id, to: 'called_off' }, { actor: ctx.actor, note: terms.text }),
      refreshCalendars(ctx, event.id),
      queueJob(ctx, { kind: 'event.day_off', ref: row.id, dueAt: row.leaves_at }),
    ])
    return showDayOff(ctx, { ...shown, terms, row })
  })
}

/**
 * Restores a day that was called off less than ten minutes ago: nothing is mailed or refunded. A second call returns the
 * first result. Throws `state_conflict` once it has left.
 */
export function restoreDay(ctx: OrganiserContext, input: InDay): Promise<DayOff> {
  return retryOnConflict(async () => {
    const [[event], [row], places] = await ctx.db.batch([
      eventToCallOff(ctx.db, input),
      lastDayOff(ctx.db, input),
      placesOfDay(ctx.db, input),
    ])
    if (!event) throw new ApiError('not_found', { param: 'key' })
    if (!row) throw new ApiError('not_found', { param: 'date' })
    if (row.restored_at !== null) return showDayOff(ctx, { event, places, terms: row, row })
    if (row.left_at !== null || row.leaves_at <= ctx.now) throw new ApiError('state_conflict', { param: 'date' })

    ctx.request.invalidateTags(`program:${input.program_id}`, `event:${event.id}`)
    const [[restored]] = await commit(
      ctx,
      [
        setRestored(ctx.db, row.id, ctx.now),
        guard(ctx.db, 'state'),
        transitionRow(ctx, 'day_off', { id: row.id, step: 0, status: 'called_off' }, 'restored', { actor: ctx.actor }),
        removeJob(ctx.db, row.id),
        refreshCalendars(ctx, event.id),
      ],
      dayOffById(ctx.db, row.id),
    )
    return showDayOff(ctx, { event, places, terms: row, row: restored?.day ?? row })
  })
}

/** The days of an event, and which of them are called off. */
export async function listDays(ctx: OrganiserContext, input: Omit<InDay, 'date'>): Promise<EventDates> {
  const [[event], off, packages] = await ctx.db.batch([
    eventToCallOff(ctx.db, input),
    daysOffOf(ctx.db, input),
    packagesOfVisits(ctx.db, input.program_id),
  ])
  if (!event) throw new ApiError('not_found', { param: 'key' })
  return {
    object: 'list',
    event_id: event.id,
    timezone: event.timezone,
    session_packages: packages.map(({ key, ...each }) => ({ key, name: localize(each, ctx.contentLanguage).name })),
    data: daysOf(event).map(({ date, starts_at, ends_at }) => {
      const row = off.find(({ day }) => day === date)
      return {
        ...{ date, starts_at: instant(starts_at), ends_at: instant(ends_at), is_held: starts_at <= ctx.now },
        day_off: row ? { id: row.id, text: row.text, return: row.return_as, ...momentsOf(ctx, row) } : null,
      }
    }),
  }
}

/** The day that is called off. Days that were held, events of one day, stays and the last day left have none. */
function requireDay(
  ctx: OrganiserContext,
  event: EventToCallOff,
  { date, off }: InDay & { off: readonly DayOffRow[] },
): EventDay {
  if (!eventStates.planned.has(event.status))
    throw new ApiError('state_conflict', { param: 'key', subject: event.status })
  const days = daysOf(event)
  const day = days.find((each) => each.date === date)
  if (!day) throw new ApiError('not_found', { param: 'date' })
  if (days.length === 1 || isLastOne(ctx, { date, days, off }))
    throw new ApiError('state_conflict', { param: 'date', message: dayOffWholeSentence(ctx.language) })
  if (day.starts_at <= ctx.now) throw new ApiError('already_started', { param: 'date' })
  return day
}

/**
 * True for the only day of an event that still takes place, unless the event began. Cancelling the event also returns
 * visits, because a visit pays for a place as a whole.
 */
function isLastOne(
  { now }: OrganiserContext,
  { date, days, off }: { date: string; days: readonly EventDay[]; off: readonly DayOffRow[] },
): boolean {
  const isOff = (each: string) => off.some(({ day }) => day === each)
  return !isOff(date) && days.every((each) => each.starts_at > now && (each.date === date || isOff(each.date)))
}

/** The terms of a request. A return is the organisation's own decision, so it needs the right to make exceptions. */
function termsOf(
  ctx: OrganiserContext,
  input: CallOffInput,
  { event, package_id }: { event: EventToCallOff; package_id: string | null },
): Terms {
  const { return: return_as, amount, session_package } = input
  if (return_as !== 'none') requireRight(ctx, 'exceptions')
  if ((return_as === 'amount') !== (amount !== undefined))
    throw new ApiError(return_as === 'amount' ? 'required' : 'invalid_option', { param: 'amount' })
  if ((return_as === 'visit') !== (session_package !== undefined))
    throw new ApiError(return_as === 'visit' ? 'required' : 'invalid_option', { param: 'session_package' })
  if (return_as === 'visit' && package_id === null) throw new ApiError('not_found', { param: 'session_package' })
  if (return_as === 'balance' && event.program.features.account_balance !== true)
    throw new ApiError('invalid_option', { param: 'return' })
  return {
    ...{ day: input.date, text: input.text, return_as, amount: amount ?? null },
    ...{ package_id: return_as === 'visit' ? package_id : null, notify: input.notify ?? true },
  }
}

const isSame = (row: DayOffRow, terms: Terms): boolean =>
  (['text', 'return_as', 'amount', 'package_id', 'notify'] as const).every((name) => row[name] === terms[name])

type Shown = { event: EventToCallOff; places: readonly Place[]; terms: Terms; row: DayOffRow | null }

function showDayOff(ctx: OrganiserContext, { event, places, terms, row }: Shown): DayOff {
  const days = daysOf(event)
  const dayTerms = { ...terms, at: days.findIndex(({ date }) => date === terms.day), days: days.length }
  const refunds = places.map((place) => {
    const { line, visits, open, status } = paymentOf(place)
    const left = { open, remaining: Number.MAX_SAFE_INTEGER }
    return status === 'paid' ? refundOfDay({ line, visits }, dayTerms, left) : 0
  })
  const inMoney = (amount: number) => money(amount, event, ctx.language)
  const options = Map.groupBy(
    places.map((place, at) => ({ ...place, refund: refunds[at] ?? 0 })),
    ({ option }) => option.key,
  )
  return {
    ...{ id: row?.id ?? null, object: 'day_off', dry_run: row === null, program_id: event.program_id },
    ...{ event_id: event.id, key: event.key, date: terms.day, text: terms.text },
    ...{ return: terms.return_as, notify: terms.notify, children: places.length },
    families: new Set(places.map(({ customer_id }) => customer_id)).size,
    amount: inMoney(sum(refunds)),
    options: [...options].map(([key, [first, ...others]]) => ({
      key,
      name: first ? localize(first.option, ctx.contentLanguage).name : key,
      children: others.length + 1,
      amount: inMoney(sum([first, ...others].map((place) => place?.refund ?? 0))),
    })),
    ...(row ? momentsOf(ctx, row) : { restorable_until: null, sent_at: null }),
    restored_at: row ? instant(row.restored_at) : null,
  }
}

/** What paid for a place: its own line item, or a visit of a package. */
const paymentOf = ({ item, open, order_status, package_item, package_visits, package_open, package_status }: Place) =>
  package_item === null
    ? { line: item, visits: 1, open, status: order_status }
    : { line: package_item, visits: package_visits ?? 1, open: package_open, status: package_status }

const momentsOf = ({ now }: OrganiserContext, { leaves_at, left_at, restored_at }: DayOffRow) => ({
  restorable_until: left_at === null && restored_at === null && leaves_at > now ? instant(leaves_at) : null,
  sent_at: instant(left_at),
})
