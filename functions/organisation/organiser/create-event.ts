import { ApiError } from '../../contract/api-error.ts'
import type { CreateEventRequest, OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import type { Ctx } from '../../platform/context.ts'
import { findEvents, type ProgramPart } from './find-event.ts'
import { hasKey } from './program-file/rows-by.ts'
import { saveEvent } from './save-event.ts'

/** Creates an event as a draft. */
export async function createEvent(
  ctx: Ctx,
  { program_id, event }: { program_id: string; event: CreateEventRequest },
): Promise<OrganiserEvent> {
  const part = await findEvents(ctx, { program_id, keys: [event.key], request: event })
  refuseUsedKey(part, event.key)

  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/events/${event.key}`)
  return saveEvent(ctx, part, { desired: { ...event, status: 'draft' }, done: 'event_created' })
}

/** An event keeps its key permanently, even when it is archived. */
export function refuseUsedKey({ stored }: ProgramPart, key: string): void {
  if (!hasKey(stored.events, key)) return
  const message = 'Another event has this key.'
  throw new ApiError('invalid_option', {
    param: 'key',
    message,
    errors: [{ type: 'invalid_option', param: 'key', message }],
  })
}
