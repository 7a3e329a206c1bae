import { dayMs } from '../../contract/limits.ts'
import type { EventRecord } from '../../offering/catalogue/event-record.ts'
import { eventReads, type ShownEvent, showEvents } from '../../offering/catalogue/events-for.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { EventToBook } from './load-family.ts'
import { similarNearest } from './rebooking-rows.ts'
import { namesToCome } from './rebooking-rule.ts'

/** Maximum number of events that are read, those nearest to the event. */
const maxRead = 12
/** Events of the same name start at most this much earlier or later. */
const sameNameMs = 182 * dayMs
/** Events of the same type and tags start at most this much earlier or later. */
const sameKindMs = 28 * dayMs

/** A published event with its options, also as they are stored. */
export type SimilarEvent = ShownEvent & { record: Pick<EventRecord, 'options'> }

/** The upcoming events of the same name, or of the same type and tags, that start nearest to an event. */
export async function loadSimilarEvents(ctx: CustomerContext, { record }: EventToBook): Promise<SimilarEvent[]> {
  const { id, name, type, tags, starts_at, program } = record
  const from = (ms: number) => Math.max(ctx.now, starts_at - ms)
  const search = {
    names: namesToCome(name, new Date(starts_at).getUTCFullYear()),
    alike: tags.length > 0 ? [{ from: from(sameKindMs), to: starts_at + sameKindMs, type, tags }] : [],
  }
  const span = { from: from(sameNameMs), to: starts_at + sameNameMs }
  const to = { id, program_id: program.id, starts_at }
  const records = await eventReads(ctx, similarNearest(to, span, { ...search, limit: maxRead }))
  const shown = showEvents(ctx, records)
  const away = (each: EventRecord) => Math.abs(each.starts_at - starts_at)
  return records
    .toSorted((a, b) => away(a) - away(b) || a.starts_at - b.starts_at)
    .flatMap((each) => {
      const found = shown.get(each.id)
      return found ? [{ ...found, record: each }] : []
    })
}
