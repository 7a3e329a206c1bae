import type { ArchivedEvents, PublishedEvents } from '../../contract/organisation/season.ts'
import type { FileEvent } from '../../contract/organisation/file-events.ts'
import type { Refusal } from '../../contract/organisation/organiser.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import type { EventStatus } from '../../contract/states/event-states.ts'
import { type DoneName, doneSentence } from '../../contract/sentences/sentence.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { sourcesOf } from './copy-season.ts'
import { findEvents } from './find-event.ts'
import { refuse, refuseAll } from './program-file/refuse.ts'
import { eventsWrites, refuseBeyondLimit } from './save-event.ts'

type ChangeEventsInput = { program_id: string; events: string[]; dry_run: boolean }

/**
 * Takes events that are over, or that no one is registered for, off every list and out of the program file, all or
 * none. Nothing is sent or refunded.
 */
export async function archiveEvents(ctx: OrganiserContext, input: ChangeEventsInput): Promise<ArchivedEvents> {
  const changed = await changeStatus(ctx, input, { to: 'archived', each: 'event_archived', done: 'events_archived' })
  return { object: 'archived_events', ...answerOf(input, changed, 'archive') }
}

/** Shows complete events on the site, all or none. */
export async function publishEvents(ctx: OrganiserContext, input: ChangeEventsInput): Promise<PublishedEvents> {
  const changed = await changeStatus(ctx, input, { to: 'published', each: 'event_published', done: 'events_published' })
  return { object: 'published_events', ...answerOf(input, changed, 'publish') }
}

/** Hides events from the site, or takes them out of the archive, all or none. Registrations stay. */
export async function unpublishEvents(ctx: OrganiserContext, input: ChangeEventsInput): Promise<PublishedEvents> {
  const move = { to: 'unpublished', each: 'event_unpublished', done: 'events_unpublished' } as const
  return { object: 'published_events', ...answerOf(input, await changeStatus(ctx, input, move), 'unpublish') }
}

type Changed = { message: string; events: { key: string; isChanged: boolean }[] }
const answerOf = <Action extends string>(
  { program_id, dry_run }: ChangeEventsInput,
  { message, events }: Changed,
  action: Action,
) => ({
  program_id,
  dry_run,
  message,
  events: events.map(({ key, isChanged }) => ({ key, action: isChanged ? action : ('keep' as const) })),
})

async function changeStatus(
  ctx: OrganiserContext,
  { program_id, events, dry_run }: ChangeEventsInput,
  { to, each, done }: { to: EventStatus; each: DoneName; done: DoneName },
): Promise<Changed> {
  const part = await findEvents(ctx, { program_id, keys: events })
  const current = sourcesOf(part, events)
  const desired = current.filter(({ status }) => status !== to).map((event) => ({ ...event, status: to }))
  const { refusals, writes } = await eventsWrites(ctx, part, { desired, done: each, isDryRun: dry_run })
  refuseAll([...(to === 'archived' ? [] : indirect(current, to)), ...refusals])
  if (to !== 'archived') await refuseBeyondLimit(ctx, part.stored, desired, 'events')
  if (writes.length > 0) await commit(ctx, writes)
  return {
    message: doneSentence(desired.length === 0 ? 'nothing_to_change' : dry_run ? 'preview' : done, ctx.language),
    events: current.map(({ key, status }) => ({ key, isChanged: status !== to })),
  }
}

/** Events that another status is between: a draft was never on the site, so it cannot be hidden. */
const indirect = (events: readonly FileEvent[], to: EventStatus): Refusal[] =>
  events
    .filter(({ status }) => status !== to && !(eventStates.transitions[status] as readonly EventStatus[]).includes(to))
    .map(({ key, status }) =>
      refuse('transition_not_allowed', `events.${key}.status`, `An event that is ${status} cannot become ${to}.`),
    )
