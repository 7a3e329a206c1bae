import type { FileEvent, ProgramChange } from '../contract/organiser.ts'
import type { OrganiserEvent } from '../contract/organiser-event.ts'
import { type DoneName, doneSentence } from '../contract/sentences/sentence.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import type { Statement } from '../database/database.ts'
import type { FoundProgram } from './find-events.ts'
import { checkAgainstStored } from './program-file/check-against-stored.ts'
import { checkFile } from './program-file/check-file.ts'
import { completeFile } from './program-file/complete-file.ts'
import { fileIds } from './program-file/file-ids.ts'
import { planChanges, realChanges } from './program-file/plan-changes.ts'
import { refuseAll } from './program-file/refuse.ts'
import { textHashesOf, writeProgram } from './program-file/write-program.ts'

type Wanted = {
  wanted: FileEvent
  done: DoneName /** Everybody registered is told and paid back in the same batch. */
  isCancelling?: boolean
}

/**
 * The statements that make one event what is wanted of it, by the rules of the program file (decisions.md §24): checked as in the
 * file, nothing sold is dropped, the rest of the program stays. Mistakes are named by the event's own fields. No statements: it is so already.
 */
export async function eventWrites(
  ctx: Ctx,
  { stored, file: current, firstDay }: FoundProgram,
  { wanted, done, isCancelling = false }: Wanted,
): Promise<{ answer: OrganiserEvent; writes: Statement[] }> {
  const { program } = stored
  const event = completeFile({ ...current, events: [wanted] }, firstDay).events[0] ?? wanted
  const withEvent = (one: FileEvent) => ({
    ...current,
    events: current.events.some(({ key }) => key === one.key)
      ? current.events.map((each) => (each.key === one.key ? one : each))
      : [...current.events, one],
  })
  const file = withEvent(event)

  const changes = planChanges(current, file)
  const written = withEvent(wanted)
  const refusals = [
    ...checkFile(written, file),
    ...checkAgainstStored(stored, { written, file, now: ctx.now, mayVerify: true, isCancelling }),
  ]
  refuseAll(refusals.filter(({ path }) => isOfEvent(path, wanted.key)).map((refusal) => ofEvent(refusal, wanted.key)))

  const made = realChanges(changes).map((change) => ofEvent(change, wanted.key))
  const ids = fileIds(ctx, file, stored)
  const answer = {
    ...shownEvent(ctx, { program_id: program.id, id: ids.events(event.key), event }),
    message: doneSentence(made.length > 0 ? done : 'nothing_to_change', ctx.language),
    changes: made,
  }
  if (made.length === 0) return { answer, writes: [] }
  // A search for programs looks in their events too (decision 82).
  ctx.request.invalidateTags(`program:${program.id}`, 'programs')
  return {
    answer,
    writes: writeProgram(ctx, {
      file,
      stored,
      ids,
      changes,
      firstDay,
      textHashes: await textHashesOf(file),
      reason: done,
    }),
  }
}

/** Saves an event that is wanted so. */
export async function saveEvent(ctx: Ctx, found: FoundProgram, wanted: Wanted): Promise<OrganiserEvent> {
  const { answer, writes } = await eventWrites(ctx, found, wanted)
  if (writes.length > 0) await commit(ctx, writes)
  return answer
}

/** An event as its organisation sees it. */
export function shownEvent(
  ctx: Ctx,
  { program_id, id, event }: { program_id: string; id: string; event: FileEvent },
): OrganiserEvent {
  return {
    object: 'organiser_event',
    id,
    program_id,
    url: `${ctx.siteOrigin}/pg/${program_id}/evt/${id}`,
    message: null,
    changes: [],
    event,
  }
}

const isOfEvent = (path: string, key: string) => path === `events.${key}` || path.startsWith(`events.${key}.`)

/** The path of a change or of a mistake as a field of the event; what is about all of it is about its key. */
function ofEvent<At extends Pick<ProgramChange, 'path'>>(at: At, key: string): At {
  return { ...at, path: at.path.replace(`events.${key}`, '').replace(/^\./, '') || 'key' }
}
