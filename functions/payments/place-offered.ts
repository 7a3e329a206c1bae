import type { EventStatus } from '../contract/event.ts'

type Place = { booking: { source_status: EventStatus; starts_at: number } }

/** Whether places given back may still be handed out to money that comes late: nothing cancelled, nothing started. */
export function arePlacesOffered(places: readonly Place[], now: number): boolean {
  return places.every(({ booking }) => booking.source_status !== 'cancelled' && now < booking.starts_at)
}
