import type { FileEvent } from '../../contract/organisation/file-events.ts'
import { type SampleSeason, sampleKeys } from '../../contract/organisation/season.ts'
import { type DoneName, doneSentence } from '../../contract/sentences/sentence.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { renderAhead } from '../../platform/rendered-text.ts'
import { findEvents, type ProgramPart } from './find-event.ts'
import { dayIn } from './program-file/file-times.ts'
import { refuseAll } from './program-file/refuse.ts'
import { rowBy } from './program-file/rows-by.ts'
import { sampleEvents } from './sample-events.ts'
import { eventsWrites, refuseBeyondLimit } from './save-event.ts'

type InProgram = { program_id: string }
type Action = SampleSeason['events'][number]['action']

/**
 * Puts the events of a sample season in as drafts. A sample that was taken out returns with new dates, hidden from the
 * site because its key stays; any other sample stays as it is.
 */
export async function addSampleSeason(ctx: OrganiserContext, input: InProgram): Promise<SampleSeason> {
  const part = await sampleParts(ctx, input)
  const { timezone } = part.stored.program
  const samples = sampleEvents(dayIn(ctx.now, timezone), part.file.language)
  const actions = new Map<string, Action>()
  const desired = samples.flatMap((sample): FileEvent[] => {
    const row = rowBy(part.stored.events, 'key', sample.key)
    actions.set(sample.key, !row ? 'create' : row.status === 'archived' ? 'restore' : 'keep')
    if (!row) return [sample]
    return row.status === 'archived' ? [{ ...sample, status: 'unpublished' }] : []
  })
  return save(ctx, part, { desired, actions, done: 'sample_season_added' })
}

/** Archives the events of the sample season that no one is registered for, on sale or not. */
export async function removeSampleSeason(ctx: OrganiserContext, input: InProgram): Promise<SampleSeason> {
  const part = await sampleParts(ctx, input)
  const actions = new Map<string, Action>()
  const desired = part.file.events.flatMap((event): FileEvent[] => {
    const row = rowBy(part.stored.events, 'key', event.key)
    if (!row || eventStates.ended.has(row.status)) return []
    actions.set(event.key, row.is_registered === 1 ? 'keep' : 'archive')
    return row.is_registered === 1 ? [] : [{ ...event, status: 'archived' }]
  })
  return save(ctx, part, { desired, actions, done: 'sample_season_removed' })
}

const sampleParts = (ctx: OrganiserContext, { program_id }: InProgram): Promise<ProgramPart> =>
  findEvents(ctx, { program_id, keys: [...sampleKeys] })

type Saving = { desired: FileEvent[]; actions: ReadonlyMap<string, Action>; done: DoneName }
async function save(
  ctx: OrganiserContext,
  part: ProgramPart,
  { desired, actions, done }: Saving,
): Promise<SampleSeason> {
  const { refusals, writes } = await eventsWrites(ctx, part, { desired, done })
  refuseAll(refusals)
  await refuseBeyondLimit(ctx, part.stored, desired, 'events')
  if (writes.length > 0) {
    await commit(ctx, writes)
    await renderAhead(ctx, desired)
  }
  return {
    object: 'sample_season',
    program_id: part.stored.program.id,
    message: doneSentence(writes.length === 0 ? 'nothing_to_change' : done, ctx.language),
    events: [...actions].map(([key, action]) => ({ key, action })),
  }
}
