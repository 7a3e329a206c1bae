import type { ProgramChange } from '../../../contract/organisation/organiser.ts'
import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import type { Ctx } from '../../../platform/context.ts'
import { commit } from '../../../platform/database/commit.ts'
import type { Statement } from '../../../platform/database/database.ts'
import type { CompleteFile } from './complete-file.ts'
import type { FileIds } from './file-ids.ts'
import { yieldToEventLoop } from '../../../platform/run-budget.ts'
import { changedKeys } from './plan-changes.ts'
import { programIsAsRead, programIsNew, putProgram, startRosterLinks } from './program-file-rows.ts'
import { programRow } from './program-row.ts'
import { rowsWithout } from './rows-by.ts'
import type { StoredEventRow, StoredProgram } from './stored-program.ts'
import { writeAppointments } from './write-appointments.ts'
import { changesPools, leavePoolsOf, writeArchivedEvents, writeEvents } from './write-events.ts'
import { writeCoupons, writeLists, writePackages, writeRemovals } from './write-lists.ts'
import { clearStore, writeStore } from './write-store.ts'

/** The file to write, the stored program, and their differences. */
export type ProgramWrite = {
  file: CompleteFile
  stored: StoredProgram | null
  ids: FileIds
  changes: ProgramChange[]
  firstDay: string
  /** A map from each text of a waiver to its SHA-256. */
  textHashes: Map<string, string>
  /** The reason in the history. */
  reason: string
}

/** Up to this many changed events are applied in one batch with everything else, all or nothing. */
const maxEventsInOneBatch = 2000
/** Events per batch beyond that number, so that visitors' requests run in between. */
const eventsPerBatch = 200

/**
 * Makes a program equal its file. A file that changes many events is applied in several batches that each leave a
 * consistent program; a file that was applied partly can be applied again and continues.
 */
export async function writeProgram(ctx: Ctx, write: ProgramWrite): Promise<void> {
  const { keys } = changedKeys(write.changes, 'events', write.file.events)
  const changed = write.file.events.filter(({ key }) => keys.has(key))
  const archived = rowsWithout(write.stored?.events ?? [], write.file.events).filter(
    ({ status }) => status !== 'archived',
  )
  if (changed.length + archived.length <= maxEventsInOneBatch) {
    const events = [...writeEvents(ctx, write, changed), ...writeArchivedEvents(ctx, archived, write.reason)]
    await commit(ctx, [...writeBase(ctx, write, changed), ...events, ...writeRest(ctx, write)])
    return
  }
  await writeInParts(ctx, write, { changed, archived })
}

async function writeInParts(
  ctx: Ctx,
  write: ProgramWrite,
  { changed, archived }: { changed: FileEvent[]; archived: StoredEventRow[] },
): Promise<void> {
  const joined = changed.filter((event) => changesPools(write, event))
  const separate = changed.filter((event) => !changesPools(write, event))
  const stillOurs = () => programIsAsRead(ctx.db, { id: write.file.program, updated: ctx.now })

  await commit(ctx, [...writeBase(ctx, write, joined), ...writeEvents(ctx, write, joined)])
  for (const events of partsOf(separate)) {
    await yieldToEventLoop()
    await commit(ctx, [stillOurs(), ...writeEvents(ctx, write, events)])
  }
  for (const events of partsOf(archived)) {
    await yieldToEventLoop()
    await commit(ctx, [stillOurs(), ...writeArchivedEvents(ctx, events, write.reason)])
  }
  await commit(ctx, [stillOurs(), ...writeRest(ctx, write)])
}

/** Items that events may name are written before the events. */
function writeBase(ctx: Ctx, write: ProgramWrite, events: readonly FileEvent[]): Statement[] {
  const { stored, file, ids, firstDay } = write
  const row = programRow({
    file,
    ids,
    preferences: stored?.program.preferences ?? null,
    created: stored?.program.created ?? ctx.now,
    firstDay: stored?.program.first_applied_on ?? firstDay,
    now: ctx.now,
  })
  return [
    stored ? programIsAsRead(ctx.db, stored.program) : programIsNew(ctx.db, file.program),
    ...putProgram(ctx.db, row),
    ...(stored ? [] : [startRosterLinks(ctx.db, file.program, ctx.now)]),
    ...leavePoolsOf(ctx, write, events),
    ...writeLists(ctx, write),
    ...writeStore(ctx, write),
    ...writePackages(ctx, write),
  ]
}

/** Items that name events, and removals of items that events named, are written after the events. */
const writeRest = (ctx: Ctx, write: ProgramWrite): Statement[] => [
  ...writeCoupons(ctx, write),
  ...writeAppointments(ctx, write),
  ...writeRemovals(ctx, write),
  ...clearStore(ctx, write),
]

const partsOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / eventsPerBatch) }, (_, index) =>
    items.slice(index * eventsPerBatch, (index + 1) * eventsPerBatch),
  )
