import type { Event, EventOption } from '../../contract/offering/event.ts'
import type { Ctx } from '../../platform/context.ts'
import type { EventRecord } from './event-record.ts'
import { eventsOf, type WhichEvents } from './event-rows.ts'
import { showEvent } from './show-event.ts'
import { showOption } from './show-option.ts'

/** An event of the API with all of its options, past and present, by id. */
export type ShownEvent = { event: Event; options: Map<string, EventOption> }

/**
 * The queries of events in any status, for a use case that shows them inside another object: by ids, or by a condition
 * on `events.id`, so that they fit into its batch.
 */
export function eventReads(ctx: Pick<Ctx, 'db'>, which: WhichEvents) {
  return eventsOf(ctx.db, which)
}

/** Builds the events of the API from the rows of `eventReads`, by id. */
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
