import type { EventStatus } from '../../../contract/states/event-states.ts'
import type { EventSchedule } from '../../../platform/database/outbox.ts'
import { rowBy, rowsBy } from './rows-by.ts'
import type { StoredProgram } from './stored-program.ts'
import { venueLine } from '../../../contract/people/place-line.ts'
import * as eventStates from '../../../contract/states/event-states.ts'

type Dates = EventSchedule['dates']
type Row = {
  id: string
  starts_at: number
  ends_at: number
  series_dates: Dates
  overnight: boolean | null
  online_event: boolean
  status: EventStatus
}

/**
 * An event whose time or venue changes, with its previous time and venue. Null if no customer needs to be told: the
 * event is new, a draft, cancelled (which has its own mail), or over. A corrected address is the same venue.
 */
export function movedEvent(
  stored: StoredProgram | null,
  row: Row,
  { venue_ids, now }: { venue_ids: string[]; now: number },
): { id: string; before: EventSchedule }[] {
  const event = stored ? rowBy(stored.events, 'id', row.id) : undefined
  if (!stored || !event || !eventStates.planned.has(event.status) || !eventStates.planned.has(row.status)) return []
  const [before, after] = [datesOf(event), datesOf(row)]
  if (Math.max(...after.map(({ ends_at }) => ends_at)) <= now) return []

  const venueIds = rowsBy(stored.venueTies, 'event_id', row.id).map(({ venue_id }) => venue_id)
  if (
    isEqual(before, after) &&
    event.overnight === row.overnight &&
    event.online_event === row.online_event &&
    isEqual(venueIds, venue_ids)
  )
    return []
  const where = venueLine(stored.venues.find(({ id }) => id === venueIds[0]))
  const { timezone, overnight, online_event: is_online } = event
  return [{ id: row.id, before: { timezone, dates: before, overnight, is_online, where } }]
}

const datesOf = ({
  starts_at,
  ends_at,
  series_dates,
}: Omit<Row, 'id' | 'online_event' | 'overnight' | 'status'>): Dates =>
  (series_dates.length > 0 ? series_dates : [{ starts_at, ends_at }]).map((date) => ({
    starts_at: date.starts_at,
    ends_at: date.ends_at,
  }))
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
