import { withChanges } from '../../contract/organisation/changed-fields.ts'
import type { FileEvent } from '../../contract/organisation/file-events.ts'
import type { CopyEventRequest, OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuseUsedKey } from './create-event.ts'
import { findEvent } from './find-event.ts'
import { instantOf } from './program-file/file-times.ts'
import { saveEvent } from './save-event.ts'

/** Creates a draft from another event, with the fields of the request. */
export async function copyEvent(
  ctx: Ctx,
  { program_id, key, request }: { program_id: string; key: string; request: CopyEventRequest },
): Promise<OrganiserEvent> {
  const part = await findEvent(ctx, { program_id, key, otherKeys: [request.key], request })
  refuseUsedKey(part, request.key)
  const copy = copiedEvent(part.event, { now: ctx.now, timezone: part.file.timezone })
  // A copy with a new start only becomes a single event.
  const isSeries = request.starts_at === undefined || request.series_dates !== undefined
  const base = isSeries ? copy : { ...copy, series_dates: [] }

  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/events/${request.key}`)
  return saveEvent(ctx, part, { desired: withChanges(base, request), done: 'event_copied' })
}

/** The fields of a copy: everything except dates in the past. If no date is left, the request must give new ones. */
function copiedEvent(event: FileEvent, { now, timezone }: { now: number; timezone: string }): FileEvent {
  const isAhead = (wall: string | null) => wall !== null && instantOf(wall, event.timezone ?? timezone) >= now
  const series_dates = event.series_dates.filter(({ starts_at }) => isAhead(starts_at))
  const keepsTimes = series_dates.length > 0 || (event.series_dates.length === 0 && isAhead(event.starts_at))
  return {
    ...event,
    status: 'draft',
    series_dates,
    starts_at: keepsTimes ? event.starts_at : null,
    ends_at: keepsTimes ? event.ends_at : null,
    options: event.options.map((option) => ({
      ...option,
      sale_starts_at: isAhead(option.sale_starts_at) ? option.sale_starts_at : null,
      sale_ends_at: isAhead(option.sale_ends_at) ? option.sale_ends_at : null,
    })),
  }
}
