import type { Event, EventOption } from '../../contract/offering/event.ts'
import type { Ctx } from '../../platform/context.ts'
import type { EventRecord } from './event-record.ts'
import { eventsOf, type WhichEvents } from './event-rows.ts'
import { showEvent } from './show-event.ts'
import { showOption } from './show-option.ts'

/** An event as it goes over the wire, with every option it ever had, by id. */
export type ShownEvent = { event: Event; options: Map<string, EventOption> }

/**
 * The read of events for a verb that shows them inside something else, in whatever status they are: by their ids, or by a
 * condition on `events.id` in SQL, so that the read fits into the batch of its verb.
 */
export function eventReads(ctx: Pick<Ctx, 'db'>, which: WhichEvents) {
  return eventsOf(ctx.db, which)
}

/** Builds the wire events of what `eventReads` read, by id. */
export function showEvents(
  ctx: Pick<Ctx, 'now' | 'language' | 'contentLanguage' | 'siteOrigin'>,
  rows: readonly EventRecord[],
): Map<string, ShownEvent> {
  return new Map(
    rows.map((row) => [
      row.id,
      {
        event: showEvent(row, ctx),
        options: new Map(row.options.map((option) => [option.id, showOption(row, option, ctx)])),
      },
    ]),
  )
}
