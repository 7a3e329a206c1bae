import type { ArchivedEvents } from '../../contract/organisation/season.ts'
import { doneSentence } from '../../contract/sentences/sentence.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { sourcesOf } from './copy-season.ts'
import { findEvents } from './find-event.ts'
import { refuseAll } from './program-file/refuse.ts'
import { eventsWrites } from './save-event.ts'

type ArchiveEventsInput = { program_id: string; events: string[]; dry_run: boolean }

/**
 * Takes events that are over, or that no one is registered for, off every list and out of the program file, all or
 * none. Nothing is sent or refunded.
 */
export async function archiveEvents(ctx: OrganiserContext, input: ArchiveEventsInput): Promise<ArchivedEvents> {
  const part = await findEvents(ctx, { program_id: input.program_id, keys: input.events })
  const current = sourcesOf(part, input.events)

  const desired = current
    .filter(({ status }) => status !== 'archived')
    .map((event) => ({ ...event, status: 'archived' as const }))
  const { refusals, writes } = await eventsWrites(ctx, part, {
    desired,
    done: 'event_archived',
    isDryRun: input.dry_run,
  })
  refuseAll(refusals)
  if (writes.length > 0) await commit(ctx, writes)
  return {
    object: 'archived_events',
    program_id: input.program_id,
    dry_run: input.dry_run,
    message: doneSentence(
      desired.length === 0 ? 'nothing_to_change' : input.dry_run ? 'preview' : 'events_archived',
      ctx.language,
    ),
    events: current.map(({ key, status }) => ({ key, action: status === 'archived' ? 'keep' : 'archive' })),
  }
}
