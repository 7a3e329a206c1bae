import type { Event, EventOption } from '#contract/offering/event'
import type { SaleStatus } from '#contract/states/sale-states'
import type { PublicSelling } from '#pricing/all-in-price'
import { offerPrice } from '../../../layouts/json-ld.ts'
import { shareablePicture } from '../../../layouts/share-page.ts'
import { withOffset } from '#contract/wall-clock'
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
/** `image` may be the address of one of our drawings; `url` and `organizer` are absolute. */
type Page = { selling: PublicSelling; url: string; image: string; organizer: string }
type Data = Record<string, unknown>

/** The event as structured data (offers, eventStatus, location). Times are in the event's own time zone. */
export function eventData(event: Event, options: EventOption[], page: Page): Data {
  const organization = { '@type': 'Organization', name: event.program.name, url: page.organizer }
  const { minimum_age: minimum, maximum_age: maximum, free, sale_status } = event.options_brief
  return {
    '@type': 'Event',
    ...happeningOf(event, event, page),
    ...rescheduledFrom(event),
    description: event.summary ?? undefined,
    url: page.url,
    image: [new URL(shareablePicture(page.image), page.url).href],
    organizer: organization,
    // The organisation itself runs the event.
    performer: organization,
    typicalAgeRange: minimum === null && maximum === null ? undefined : `${minimum ?? 0}-${maximum ?? ''}`,
    // An event that a package pays for does not count as free.
    isAccessibleForFree: (free && sale_status !== 'restricted') || undefined,
    offers: options.length === 0 ? undefined : options.map((option) => offerOf(option, event, page)),
    // Each date of a series is an event of its own, so that a search for a day finds it.
    subEvent:
      event.is_series && event.series_dates.length > 1
        ? event.series_dates.map((date) => ({ '@type': 'Event', ...happeningOf(event, date, page) }))
        : undefined,
  }
}

/** The data that an event and each of its dates have in common: name, time, place and status. */
function happeningOf(event: Event, { starts_at, ends_at }: { starts_at: string; ends_at: string }, page: Page): Data {
  const attendance = event.online_event ? (event.venues.length > 0 ? 'Mixed' : 'Online') : 'Offline'
  return {
    name: event.name,
    startDate: withOffset(starts_at, event.timezone),
    endDate: withOffset(ends_at, event.timezone),
    eventStatus: `https://schema.org/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${attendance}EventAttendanceMode`,
    location: locationOf(event, page.url),
  }
}

/** The status of an event whose start changed after it was published, and that start. */
const rescheduledFrom = ({ status, previous_starts_at, timezone }: Event): Data =>
  status === 'cancelled' || previous_starts_at === null
    ? {}
    : {
        eventStatus: 'https://schema.org/EventRescheduled',
        previousStartDate: withOffset(previous_starts_at, timezone),
      }

function locationOf(event: Event, url: string): Data[] | undefined {
  const places = event.venues.map((venue) => ({
    '@type': 'Place',
    name: venue.name,
    address: postalAddress(venue.address),
  }))
  const all = event.online_event ? [...places, { '@type': 'VirtualLocation', url }] : places
  return all.length === 0 ? undefined : all
}

function offerOf(option: EventOption, event: Event, page: Page): Data {
  const { available_spots: places, sale_starts_at, sale_ends_at } = option.order_availability
  const local = (instant: string | null) => (instant === null ? undefined : withOffset(instant, event.timezone))
  const status = option.sale_status === 'on_sale' && places === 0 ? 'sold_out' : option.sale_status
  return {
    '@type': 'Offer',
    name: option.name,
    url: event.external_registration_url ?? page.url,
    ...offerPrice(option.cost.cost, page.selling),
    availability: `https://schema.org/${availability[status] ?? 'LimitedAvailability'}`,
    // Without a start of the sale, the option is on sale since the event was created.
    validFrom: local(sale_starts_at ?? event.created),
    validThrough: local(sale_ends_at),
  }
}
