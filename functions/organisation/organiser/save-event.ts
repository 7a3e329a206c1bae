import { ApiError } from '../../contract/api-error.ts'
import { maxEventsPerProgram } from '../../contract/limits.ts'
import type { ProgramChange } from '../../contract/organisation/organiser.ts'
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
import { fileIds } from './program-file/file-ids.ts'
import { itemChanges, realChanges } from './program-file/plan-changes.ts'
import { countEvents } from './program-file/event-file-rows.ts'
import { programIsAsRead, touchProgram } from './program-file/program-file-rows.ts'
import { versionOf } from './version.ts'
import { refuseAll } from './program-file/refuse.ts'
import { rowBy } from './program-file/rows-by.ts'
import { leavePoolsOf, writeEvents } from './program-file/write-events.ts'

type SaveEventInput = {
  desired: FileEvent
  done: DoneName
  /** True for a cancellation: the same batch mails and refunds the customers. */
  isCancelling?: boolean
}

/**
 * Statements that change one event to the desired state, by the rules of the program file: nothing sold is removed.
 * Mistakes name the event's own fields. Empty if nothing changes.
 */
export async function eventWrites(
  ctx: Ctx,
  { stored, file: current, firstDay }: ProgramPart,
  { desired, done, isCancelling = false }: SaveEventInput,
): Promise<{ response: OrganiserEvent; writes: Statement[] }> {
  const { program } = stored
  const event = completeEvent(desired, { firstDay, timezone: program.timezone, language: current.language })
  const written = { ...current, events: [desired] }
  const file = { ...current, events: [event] }

  const changes = realChanges(itemChanges('events', rowBy(current.events, 'key', event.key), event))
  const refusals = [
    ...checkEventOfFile({ written: desired, event }, file),
    ...checkStoredEvent(stored, event, { written, file, now: ctx.now, isCancelling }),
    ...checkPools(stored, file),
  ]
  refuseAll(refusals.map((refusal) => withPathInEvent(refusal, event.key)))
  await refuseBeyondLimit(ctx, stored, event)

  const ids = fileIds(ctx, file, stored)
  const response = {
    ...shownEvent(ctx, {
      program_id: program.id,
      id: ids.events(event.key),
      updated: changes.length > 0 ? ctx.now : (rowBy(stored.events, 'key', event.key)?.updated ?? ctx.now),
      event,
    }),
    message: doneSentence(changes.length > 0 ? done : 'nothing_to_change', ctx.language),
    changes: changes.map((change) => withPathInEvent(change, event.key)),
  }
  if (changes.length === 0) return { response, writes: [] }
  // The search for programs also uses the names of their events.
  ctx.request.invalidateTags(`program:${program.id}`, 'programs')
  const write = { file, ids, stored, reason: done }
  return {
    response,
    writes: [
      programIsAsRead(ctx.db, program),
      touchProgram(ctx.db, program.id, ctx.now),
      ...leavePoolsOf(ctx, write, [event]),
      ...writeEvents(ctx, write, [event]),
    ],
  }
}

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

/** Throws when a program has as many events as a program file may have; archived ones do not count. */
async function refuseBeyondLimit(ctx: Ctx, stored: ProgramPart['stored'], event: FileEvent): Promise<void> {
  const row = rowBy(stored.events, 'key', event.key)
  if (event.status === 'archived' || (row && row.status !== 'archived')) return
  const [counted] = await countEvents(ctx.db, stored.program.id)
  if ((counted?.events ?? 0) < maxEventsPerProgram) return
  const message = `A program has at most ${maxEventsPerProgram} events.`
  throw new ApiError('invalid_option', {
    param: 'key',
    message,
    errors: [{ type: 'invalid_option', param: 'key', message }],
  })
}

/** The path of a change or mistake as a field of the event; `key` if it is about the whole event. */
function withPathInEvent<Located extends Pick<ProgramChange, 'path'>>(located: Located, key: string): Located {
  return { ...located, path: located.path.replace(`events.${key}`, '').replace(/^\./, '') || 'key' }
}
