import { ApiError } from '../contract/api-error.ts'
import type { CreateEventRequest, OrganiserEvent } from '../contract/organiser-event.ts'
import type { Ctx } from '../context.ts'
import { findProgramFile, type FoundProgram } from './find-events.ts'
import { saveEvent } from './save-event.ts'

/** Makes an event, a draft (decisions.md §5). */
export async function createEvent(
  ctx: Ctx,
  ask: { program_id: string; event: CreateEventRequest },
): Promise<OrganiserEvent> {
  const found = await findProgramFile(ctx, ask.program_id)
  refuseKnownKey(found, ask.event.key)

  ctx.request.setCreatedLocation(`/v1/organiser/programs/${ask.program_id}/events/${ask.event.key}`)
  return saveEvent(ctx, found, { wanted: { ...ask.event, status: 'draft' }, done: 'event_created' })
}

/** A key is an event's for good, also when that is archived. */
export function refuseKnownKey({ stored }: FoundProgram, key: string): void {
  if (!stored.events.some((event) => event.key === key)) return
  const message = 'Another event has this key.'
  throw new ApiError('invalid_option', {
    param: 'key',
    message,
    errors: [{ type: 'invalid_option', param: 'key', message }],
  })
}
