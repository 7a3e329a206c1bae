import type { Event } from '#contract/event'
import { placeLine } from '../../layouts/place-line.ts'

export type CalendarLinks = { google: string; outlook: string }
type Timed = Pick<
  Event,
  'name' | 'starts_at' | 'ends_at' | 'timezone' | 'is_series' | 'series_dates' | 'venues' | 'url'
>

/** Where an event can be put into a calendar on the web. Null for a series: such a link holds one date, and the file holds them all. */
export function calendarLinks(event: Timed): CalendarLinks | null {
  if (event.is_series && event.series_dates.length > 1) return null
  const { starts_at, ends_at } = event.series_dates[0] && event.is_series ? event.series_dates[0] : event
  const [venue] = event.venues
  const location = venue ? [venue.name, placeLine(venue.address)].filter(Boolean).join(', ') : ''

  const google = {
    action: 'TEMPLATE',
    text: event.name,
    dates: `${stamp(starts_at)}/${stamp(ends_at)}`,
    ctz: event.timezone,
    details: event.url,
    location,
  }
  const outlook = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.name,
    startdt: starts_at,
    enddt: ends_at,
    body: event.url,
    location,
  }
  return {
    google: `https://calendar.google.com/calendar/render?${query(google)}`,
    outlook: `https://outlook.live.com/calendar/0/action/compose?${query(outlook)}`,
  }
}

/** `20270705T130000Z` */
const stamp = (instant: string) => `${new Date(instant).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
// Calendars show a plus sign as it is.
const query = (parts: Record<string, string>) =>
  Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** A mail with the address of a page: how it is shared where there is no script. */
export const mailOf = (subject: string, url: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`
