import type { EventStatus } from '../contract/event.ts'

type Place = { event: { status: EventStatus; starts_at: number } }

/** Whether places given back may still be handed out to money that comes late: nothing cancelled, nothing started. */
export function arePlacesOffered(places: readonly Place[], now: number): boolean {
  return places.every(({ event }) => event.status !== 'cancelled' && now < event.starts_at)
}
