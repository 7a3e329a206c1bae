import type { CopyEventRequest, OrganiserEvent } from '../contract/organiser-event.ts'
import { withChanges } from '../contract/changed-fields.ts'
import type { Ctx } from '../context.ts'
import { copiedEvent } from './copied-event.ts'
import { refuseKnownKey } from './create-event.ts'
import { findEventByKey } from './find-events.ts'
import { saveEvent } from './save-event.ts'

/** Makes a draft like another event, with what the request says differently. */
export async function copyEvent(
  ctx: Ctx,
  ask: { program_id: string; key: string; different: CopyEventRequest },
): Promise<OrganiserEvent> {
  const found = await findEventByKey(ctx, ask)
  const { key } = ask.different
  refuseKnownKey(found, key)
  const copy = copiedEvent(found.event, { now: ctx.now, timezone: found.file.timezone })
  // Dates that are given stand alone: a series becomes one event when it gets a start.
  const usual =
    ask.different.starts_at === undefined || ask.different.series_dates !== undefined
      ? copy
      : { ...copy, series_dates: [] }

  ctx.request.setCreatedLocation(`/v1/organiser/programs/${ask.program_id}/events/${key}`)
  return saveEvent(ctx, found, { wanted: withChanges(usual, ask.different), done: 'event_copied' })
}
