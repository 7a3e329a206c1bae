import type { Venue } from '#contract/program'

/** A longer list of addresses nobody reads, and each event names its own. */
const most = 12

/** The places of some events, each once and in their order: the first of them, and how many others there are. */
export function venuesToName(events: readonly { venues: Venue[] }[]): { named: Venue[]; others: number } {
  const venues = [
    ...new Map(events.flatMap((event) => event.venues).map((venue): [string, Venue] => [venue.id, venue])).values(),
  ]
  return { named: venues.slice(0, most), others: Math.max(0, venues.length - most) }
}
