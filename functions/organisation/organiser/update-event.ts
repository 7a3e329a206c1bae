import { ApiError } from '../../contract/api-error.ts'
import type { OrganiserEvent, UpdateEventRequest } from '../../contract/organisation/organiser-event.ts'
import type { Ctx } from '../../platform/context.ts'
import { findEvent } from './find-event.ts'
import { changedEvent } from './merge-event.ts'
import { refuseOldVersion, versionOf } from './version.ts'
import { saveEvent } from './save-event.ts'

/** Changes the given fields of an event. Its key never changes; its status has its own calls. */
export async function updateEvent(
  ctx: Ctx,
  input: { program_id: string; key: string; request: UpdateEventRequest },
): Promise<OrganiserEvent> {
  const part = await findEvent(ctx, input)
  const { key: _, status, version, ...changes } = input.request
  refuseOldVersion(ctx, version, versionOf(part.row))
  if (status !== undefined && status !== part.row.status)
    throw new ApiError('transition_not_allowed', { param: 'status', subject: part.row.status })
  const desired = changedEvent(part.event, changes)
  if (
    desired.series_dates.length > 0 &&
    changes.series_dates === undefined &&
    (changes.starts_at ?? changes.ends_at ?? null) !== null
  )
    throw seriesHasDates(changes.starts_at === undefined ? 'ends_at' : 'starts_at')

  return saveEvent(ctx, part, { desired, done: 'event_updated' })
}

function seriesHasDates(param: string): ApiError {
  const message = 'This event has several dates: change series_dates.'
  return new ApiError('invalid_option', { param, message, errors: [{ type: 'invalid_option', param, message }] })
}
