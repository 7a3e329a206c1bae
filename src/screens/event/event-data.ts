import type { Event, EventOption, SaleStatus } from '#contract/event'
import { postalAddress } from '../explore/organization-data.ts'

const availability: Record<SaleStatus, string> = {
  on_sale: 'InStock',
  waitlist: 'SoldOut',
  sold_out: 'SoldOut',
  not_started: 'PreOrder',
  restricted: 'LimitedAvailability',
  ended: 'Discontinued',
  closed: 'Discontinued',
  event_cancelled: 'Discontinued',
}

function locationOf(event: Event, url: string): Record<string, unknown>[] {
  const places = event.venues.map((venue) => ({ '@type': 'Place', name: venue.name, address: postalAddress(venue.address) }))
  return event.online_event ? [...places, { '@type': 'VirtualLocation', url }] : places
}

/** The event for search engines (pages.md: offers, eventStatus, location). Both addresses are absolute. */
export function eventData(event: Event, options: EventOption[], page: { url: string; image: string }): Record<string, unknown> {
  const attendance = event.online_event ? (event.venues.length > 0 ? 'Mixed' : 'Online') : 'Offline'
  return {
    '@type': 'Event',
    name: event.name,
    description: event.summary ?? undefined,
    url: page.url,
    image: [page.image],
    startDate: event.starts_at,
    endDate: event.ends_at,
    eventStatus: `https://schema.org/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${attendance}EventAttendanceMode`,
    location: locationOf(event, page.url),
    organizer: { '@type': 'Organization', name: event.program.name },
    offers: options.map((option) => ({
      '@type': 'Offer',
      name: option.name,
      url: event.external_registration_url ?? page.url,
      price: option.cost.cost.major_value,
      priceCurrency: option.cost.cost.currency_code,
      availability: `https://schema.org/${availability[option.sale_status] ?? 'LimitedAvailability'}`,
      validFrom: option.order_availability.sale_starts_at ?? undefined,
      validThrough: option.order_availability.sale_ends_at ?? undefined,
    })),
  }
}
