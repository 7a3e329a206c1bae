import { ApiError } from '../../contract/api-error.ts'
import { maxEventsPerProgram } from '../../contract/limits.ts'
import type { ProgramChange, Refusal } from '../../contract/organisation/organiser.ts'
import type { FileEvent } from '../../contract/organisation/file-events.ts'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { type DoneName, doneSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { renderAhead } from '../../platform/rendered-text.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { ProgramPart } from './find-event.ts'
import { checkEventOfFile } from './program-file/check-file.ts'
import { checkPools } from './program-file/check-pools.ts'
import { checkStoredEvent } from './program-file/check-stored-events.ts'
import { completeEvent } from './program-file/complete-file.ts'
import type { CompleteFile } from './program-file/complete-file.ts'
import { type FileIds, fileIds } from './program-file/file-ids.ts'
import { itemChanges, realChanges } from './program-file/plan-changes.ts'
import { countEvents } from './program-file/event-file-rows.ts'
import { programIsAsRead, putPools, touchProgram } from './program-file/program-file-rows.ts'
import { afterLastChange, versionOf } from './version.ts'
import { flatMapInChunks, mapInChunks } from './program-file/in-chunks.ts'
import { refuseAll } from './program-file/refuse.ts'
import { hasKey, rowBy } from './program-file/rows-by.ts'
import { leavePoolsOf, writeEvents } from './program-file/write-events.ts'

type SaveEventInput = {
  desired: FileEvent
  done: DoneName
  /** True for a cancellation: the same batch mails and refunds the customers. */
  isCancelling?: boolean
  isDryRun?: boolean
}

/**
 * Statements that change one event to the desired state, by the rules of the program file: nothing sold is removed.
 * Mistakes name the event's own fields. Empty if nothing changes.
 */
export async function eventWrites(
  before: Ctx,
  part: ProgramPart,
  { desired, ...input }: SaveEventInput,
): Promise<{ response: OrganiserEvent; writes: Statement[] }> {
  const { stored } = part
  const ctx = afterLastChange(before, stored.program)
  const { refusals, saved, writes } = await eventsWrites(ctx, part, { ...input, desired: [desired] })
  refuseAll(refusals.map((refusal) => withPathInEvent(refusal, desired.key)))
  await refuseBeyondLimit(ctx, stored, [desired], 'key')
  const [{ event, changes, id }] = saved as [SavedEvent]
  const response = {
    ...shownEvent(ctx, {
      program_id: stored.program.id,
      id,
      updated: changes.length > 0 ? ctx.now : (rowBy(stored.events, 'key', event.key)?.updated ?? ctx.now),
      event,
    }),
    message: doneSentence(changes.length > 0 ? input.done : 'nothing_to_change', ctx.language),
    changes: changes.map((change) => withPathInEvent(change, event.key)),
  }
  return { response, writes }
}

type SaveEventsInput = Omit<SaveEventInput, 'desired'> & { desired: readonly FileEvent[] }
/** A desired event with its defaults filled in, and what changes. */
export type SavedEvent = { event: FileEvent; id: string; changes: ProgramChange[] }

/**
 * Statements that change several events to their desired states, and every mistake by its path in the program file.
 * Pools that are new in the program part are created. No statements if nothing changes.
 */
export async function eventsWrites(
  before: Ctx,
  { stored, file: current, firstDay }: ProgramPart,
  { desired, done, isCancelling = false, isDryRun = false }: SaveEventsInput,
): Promise<{ refusals: Refusal[]; saved: SavedEvent[]; writes: Statement[] }> {
  const { program } = stored
  const ctx = afterLastChange(before, program)
  const clock = { firstDay, timezone: program.timezone, language: current.language }
  const completed = await mapInChunks(desired, (event) => completeEvent(event, clock))
  const written = { ...current, events: [...desired] }
  const file = { ...current, events: completed }
  const refusals = [
    ...(await flatMapInChunks(completed, (event, at) => [
      ...checkEventOfFile({ written: desired[at] ?? event, event }, file),
      ...checkStoredEvent(stored, event, { written, file, now: ctx.now, isCancelling }),
    ])),
    ...checkPools(stored, file),
  ]

  const ids = fileIds(ctx, file, stored)
  const saved = await mapInChunks(completed, (event) => ({
    event,
    id: ids.events(event.key),
    changes: realChanges(itemChanges('events', rowBy(current.events, 'key', event.key), event)),
  }))
  const changed = saved.flatMap(({ event, changes }) => (changes.length > 0 ? [event] : []))
  if (changed.length === 0 || refusals.length > 0 || isDryRun) return { refusals, saved, writes: [] }
  // The search for programs also uses the names of their events.
  ctx.request.invalidateTags(`program:${program.id}`, 'programs')
  const write = { file, ids, stored, reason: done }
  return {
    refusals,
    saved,
    writes: [
      programIsAsRead(ctx.db, program),
      touchProgram(ctx.db, program.id, ctx.now),
      ...putPools(ctx.db, newPools(stored, file, ids)),
      ...leavePoolsOf(ctx, write, changed),
      ...writeEvents(ctx, write, changed),
    ],
  }
}

const newPools = (stored: ProgramPart['stored'], file: CompleteFile, ids: FileIds) =>
  file.pools
    .filter(({ key }) => !hasKey(stored.pools, key))
    .map((pool) => ({ ...pool, id: ids.pools(pool.key), program_id: file.program, spots_taken: 0 }))

/** Saves the desired event. */
export async function saveEvent(ctx: Ctx, part: ProgramPart, input: SaveEventInput): Promise<OrganiserEvent> {
  const { response, writes } = await eventWrites(ctx, part, input)
  if (writes.length > 0) {
    await commit(ctx, writes)
    await renderAhead(ctx, input.desired)
  }
  return response
}

/** An event for its organisation. */
export function shownEvent(
  ctx: Ctx,
  { program_id, id, event, updated }: { program_id: string; id: string; event: FileEvent; updated: number },
): OrganiserEvent {
  return {
    object: 'organiser_event',
    id,
    program_id,
    url: `${ctx.siteOrigin}/pg/${program_id}/evt/${id}`,
    version: versionOf({ updated }),
    message: null,
    changes: [],
    event,
  }
}

/** Throws when a program would have more events than a program file may have; archived ones do not count. */
export async function refuseBeyondLimit(
  ctx: Ctx,
  stored: ProgramPart['stored'],
  desired: readonly FileEvent[],
  param: string,
): Promise<void> {
  const added = desired.filter((event) => {
    const row = rowBy(stored.events, 'key', event.key)
    return event.status !== 'archived' && (!row || row.status === 'archived')
  })
  if (added.length === 0) return
  const [counted] = await countEvents(ctx.db, stored.program.id)
  if ((counted?.events ?? 0) + added.length <= maxEventsPerProgram) return
  const message = `A program has at most ${maxEventsPerProgram} events.`
  throw new ApiError('invalid_option', { param, message, errors: [{ type: 'invalid_option', param, message }] })
}

/** The path of a change or mistake as a field of the event; `key` if it is about the whole event. */
function withPathInEvent<Located extends Pick<ProgramChange, 'path'>>(located: Located, key: string): Located {
  return { ...located, path: located.path.replace(`events.${key}`, '').replace(/^\./, '') || 'key' }
}
