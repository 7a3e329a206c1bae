import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Statement } from '../../../platform/database/database.ts'
import { historyRows, type Step } from '../../../platform/database/history.ts'
import { recordEventsChanged } from '../../../money/fulfilment/record-event-changed.ts'
import { stepsBetween } from '../event-steps.ts'
import { putAttachments } from './attachment-file-rows.ts'
import { attachmentRows } from './attachment-rows-of-file.ts'
import {
  archiveEvents,
  hideOptions,
  joinPools,
  leavePools,
  putEvents,
  putGroups,
  putOptions,
  replaceTies,
} from './event-file-rows.ts'
import { eventRow, eventTies, groupRows, optionRows } from './event-row.ts'
import { movedEvent } from './event-move.ts'
import { rowBy, rowsBy } from './rows-by.ts'
import { transitionsAlong } from './status-steps.ts'
import type { StoredEventRow } from './stored-program.ts'
import type { ProgramWrite } from './write-program.ts'
import * as eventStates from '../../../contract/states/event-states.ts'

type EventWrite = Pick<ProgramWrite, 'file' | 'ids' | 'stored' | 'reason'>

/**
 * Statements that write the events of a file. `leavePoolsOf` must come before them, because options change their pools.
 */
export function writeEvents(ctx: Ctx, write: EventWrite, changed: readonly FileEvent[]): Statement[] {
  if (changed.length === 0) return []
  const { file, ids, stored } = write
  const moves = changed.map((event) => ({ event, ...moveOf(ctx, write, event) }))
  const options = changed.flatMap((event) => optionRows(event, { file, ids, now: ctx.now }))
  const ties = changed.map((event) => eventTies(event, ids))
  const desiredIds = new Set(options.map(({ id }) => id))
  const eventIds = changed.map(({ key }) => ids.events(key))
  const removedIds = eventIds
    .flatMap((id) => (stored ? rowsBy(stored.options, 'event_id', id) : []))
    .flatMap(({ id, is_removed }) => (is_removed || desiredIds.has(id) ? [] : [id]))
  const moved = moves.flatMap(({ event, standing }, index) =>
    movedEvent(stored, eventRow(event, { file, ids, now: ctx.now }, standing), {
      venue_ids: (ties[index]?.venues ?? []).map(({ venue_id }) => venue_id),
      now: ctx.now,
    }),
  )
  ctx.request.invalidateTags(...eventIds.map((id) => `event:${id}`))
  return [
    ...historyRows(
      ctx,
      moves.flatMap(({ history }) => history),
    ),
    ...putEvents(
      ctx.db,
      moves.map(({ event, standing }) => eventRow(event, { file, ids, now: ctx.now }, standing)),
    ),
    ...recordEventsChanged(ctx, moved),
    ...replaceTies(ctx.db, eventIds, {
      venues: ties.flatMap(({ venues }) => venues),
      tags: ties.flatMap(({ tags }) => tags),
      questions: ties.flatMap(({ questions }) => questions),
      products: ties.flatMap(({ products }) => products),
    }),
    ...putAttachments(
      ctx.db,
      'event_id',
      eventIds,
      changed.flatMap((event) => attachmentRows(event.attachments, { file, ids, event_id: ids.events(event.key) })),
    ),
    ...putGroups(
      ctx.db,
      eventIds,
      changed.flatMap((event) => groupRows(event, ids)),
    ),
    ...putOptions(
      ctx.db,
      options.map(({ pool_ids, ...row }) => row),
    ),
    ...joinPools(
      ctx.db,
      options.flatMap(({ id, pool_ids }) => pool_ids.map((pool_id) => ({ option_id: id, pool_id }))),
    ),
    ...(removedIds.length > 0 ? hideOptions(ctx.db, removedIds, ctx.now) : []),
  ]
}

/**
 * Statements that remove options from the pools that they leave, before any pool is written: a pool may have enough
 * places only without them.
 */
export function leavePoolsOf(ctx: Ctx, write: EventWrite, changed: readonly FileEvent[]): Statement[] {
  return leavePools(
    ctx.db,
    changed.flatMap((event) => optionsWithOtherPools(write, event)),
  )
}

/** True if an event has options that change pools. All places of a pool must be counted in one batch. */
export const changesPools = (write: EventWrite, event: FileEvent): boolean =>
  optionsWithOtherPools(write, event).length > 0

function optionsWithOtherPools({ stored, ids }: EventWrite, event: FileEvent): string[] {
  if (!stored) return []
  return rowsBy(stored.options, 'event_id', ids.events(event.key)).flatMap((option) => {
    const before = rowsBy(stored.poolTies, 'option_id', option.id).map(({ pool_id }) => pool_id)
    const after = (event.options.find(({ key }) => key === option.key)?.pools ?? []).map((key) => ids.pools(key))
    return before.length === after.length && before.every((id) => after.includes(id)) ? [] : [option.id]
  })
}

/** The history of an event's transitions, and its last status. */
function moveOf(
  ctx: Ctx,
  { stored, ids, reason }: EventWrite,
  event: FileEvent,
): {
  history: Step[]
  standing: { step: number; published: number | null; before: StoredEventRow | undefined }
} {
  const row = stored ? rowBy(stored.events, 'key', event.key) : undefined
  const steps = row ? (stepsBetween(row.status, event.status) ?? []) : [event.status]
  const published = row?.published ?? (eventStates.visible.has(event.status) ? ctx.now : null)
  return {
    history: transitionsAlong(
      ctx,
      { object: 'event', id: ids.events(event.key), status: row?.status ?? null, step: row?.step ?? 0, reason },
      steps,
    ),
    standing: { step: (row?.step ?? 0) + steps.length, published, before: row },
  }
}

/** Statements that archive the events that the file lacks. */
export function writeArchivedEvents(ctx: Ctx, events: readonly StoredEventRow[], reason: string): Statement[] {
  if (events.length === 0) return []
  const steps = (event: StoredEventRow) => stepsBetween(event.status, 'archived') ?? []
  ctx.request.invalidateTags(...events.map(({ id }) => `event:${id}`))
  return [
    ...historyRows(
      ctx,
      events.flatMap((event) => transitionsAlong(ctx, { ...event, object: 'event', reason }, steps(event))),
    ),
    ...archiveEvents(
      ctx.db,
      events.map((event) => ({ id: event.id, from: event.step, to: event.step + steps(event).length })),
      ctx.now,
    ),
  ]
}
