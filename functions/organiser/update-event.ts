import { ApiError } from '../contract/api-error.ts'
import { withChanges } from '../contract/changed-fields.ts'
import type { OrganiserEvent, UpdateEventRequest } from '../contract/organiser-event.ts'
import type { Ctx } from '../context.ts'
import { findEventByKey } from './find-events.ts'
import { saveEvent } from './save-event.ts'

/** Changes the fields of an event that are given. Its key is never changed, its state by its own calls (decisions.md §5, §21). */
export async function updateEvent(
  ctx: Ctx,
  ask: { program_id: string; key: string; changes: UpdateEventRequest },
): Promise<OrganiserEvent> {
  const found = await findEventByKey(ctx, ask)
  const { key: _, status, ...changes } = ask.changes
  if (status !== undefined && status !== found.row.status)
    throw new ApiError('transition_not_allowed', { param: found.row.status })
  const wanted = withChanges(found.event, changes)
  if (
    wanted.series_dates.length > 0 &&
    changes.series_dates === undefined &&
    (changes.starts_at ?? changes.ends_at ?? null) !== null
  )
    throw seriesHasDates(changes.starts_at === undefined ? 'ends_at' : 'starts_at')

  return saveEvent(ctx, found, { wanted, done: 'event_updated' })
}

function seriesHasDates(param: string): ApiError {
  const message = 'This event has several dates: change series_dates.'
  return new ApiError('invalid_option', { param, message, errors: [{ type: 'invalid_option', param, message }] })
}
