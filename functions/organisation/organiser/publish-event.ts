import { ApiError } from '../../contract/api-error.ts'
import type { EventStatus } from '../../contract/states/event-states.ts'
import type { OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { type DoneName, doneSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { type EventPart, findEvent } from './find-event.ts'
import { saveEvent, shownEvent } from './save-event.ts'

type PublishEventInput = { program_id: string; key: string }

/** Publishes a complete event that is a draft or unpublished. */
export const publishEvent = (ctx: Ctx, input: PublishEventInput): Promise<OrganiserEvent> =>
  moveEvent(ctx, input, { to: 'published', done: 'event_published' })

/** Hides an event from the site; registrations stay. */
export const unpublishEvent = (ctx: Ctx, input: PublishEventInput): Promise<OrganiserEvent> =>
  moveEvent(ctx, input, { to: 'unpublished', done: 'event_unpublished' })

/** Takes an event that is over, or that no one is registered for, off every list. Nothing is sent or refunded. */
export async function archiveEvent(ctx: Ctx, input: PublishEventInput): Promise<OrganiserEvent> {
  const part = await findEvent(ctx, input)
  const done = 'event_archived' as const
  if (part.row.status === 'archived') return unchanged(ctx, part, done)
  return saveEvent(ctx, part, { desired: { ...part.event, status: 'archived' }, done })
}

async function moveEvent(
  ctx: Ctx,
  input: PublishEventInput,
  move: { to: EventStatus; done: 'event_published' | 'event_unpublished' },
): Promise<OrganiserEvent> {
  const part = await findEvent(ctx, input)
  if (hasStatus(part, move.to)) return unchanged(ctx, part, move.done)

  return saveEvent(ctx, part, { desired: { ...part.event, status: move.to }, done: move.done })
}

const unchanged = (ctx: Ctx, { row, event }: EventPart, done: DoneName): OrganiserEvent => ({
  ...shownEvent(ctx, { program_id: row.program_id, id: row.id, updated: row.updated, event }),
  message: doneSentence(done, ctx.language),
})

/** True if an event has a status already. Throws for a transition that the table lacks. */
export function hasStatus({ row }: EventPart, to: EventStatus): boolean {
  const moves: readonly EventStatus[] = eventStates.transitions[row.status]
  if (row.status !== to && !moves.includes(to)) throw new ApiError('state_conflict', { subject: row.status })
  return row.status === to
}
