import { ApiError } from '../contract/api-error.ts'
import type { EventStatus } from '../contract/event.ts'
import type { OrganiserEvent } from '../contract/organiser-event.ts'
import { doneSentence } from '../contract/sentences/sentence.ts'
import type { Ctx } from '../context.ts'
import { eventMoves } from './event-states.ts'
import { findEventByKey, type FoundEvent } from './find-events.ts'
import { saveEvent, shownEvent } from './save-event.ts'

type PublishEventInput = { program_id: string; key: string }

/** Puts an event on the site: complete, and a draft or unpublished before (decisions.md §5). */
export const publishEvent = (ctx: Ctx, ask: PublishEventInput): Promise<OrganiserEvent> =>
  moveTo(ctx, ask, { to: 'published', done: 'event_published' })

/** Takes an event off the site; who is registered stays so. */
export const unpublishEvent = (ctx: Ctx, ask: PublishEventInput): Promise<OrganiserEvent> =>
  moveTo(ctx, ask, { to: 'unpublished', done: 'event_unpublished' })

async function moveTo(
  ctx: Ctx,
  ask: PublishEventInput,
  move: { to: EventStatus; done: 'event_published' | 'event_unpublished' },
): Promise<OrganiserEvent> {
  const found = await findEventByKey(ctx, ask)
  if (isThere(found, move.to))
    return {
      ...shownEvent(ctx, { program_id: ask.program_id, id: found.row.id, event: found.event }),
      message: doneSentence(move.done, ctx.language),
    }

  return saveEvent(ctx, found, { wanted: { ...found.event, status: move.to }, done: move.done })
}

/** Whether an event is where it is asked to go already; a way that its table does not have is refused. */
export function isThere({ row }: FoundEvent, to: EventStatus): boolean {
  const moves: readonly EventStatus[] = eventMoves[row.status]
  if (row.status !== to && !moves.includes(to)) throw new ApiError('state_conflict', { param: row.status })
  return row.status === to
}
