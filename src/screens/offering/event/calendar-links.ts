import type { Event } from '#contract/offering/event'
import { eventDays } from '#contract/event-times'
import { placeLine } from '#contract/people/place-line'

/**
 * `outlook` is null for an event of several days, because an Outlook link can hold one date only; the file holds all
 * dates.
 */
export type CalendarLinks = { google: string; outlook: string | null }
type Timed = Pick<
  Event,
  'name' | 'starts_at' | 'ends_at' | 'timezone' | 'is_series' | 'series_dates' | 'overnight' | 'venues' | 'url'
>

/**
 * Links that add an event to an online calendar; null for a series, because such a link holds one date. A camp is one entry a
 * day.
 */
export function calendarLinks(event: Timed): CalendarLinks | null {
  if (event.is_series && event.series_dates.length > 1) return null
  const days = eventDays(event)
  const [first] = days
  if (!first) return null
  const [venue] = event.venues
  const location = venue ? [venue.name, placeLine(venue.address)].filter(Boolean).join(', ') : ''

  const google = {
    action: 'TEMPLATE',
    text: event.name,
    dates: `${stamp(first.starts_at)}/${stamp(first.ends_at)}`,
    recur: days.length > 1 ? `RRULE:FREQ=DAILY;COUNT=${days.length}` : '',
    ctz: event.timezone,
    details: event.url,
    location,
  }
  const outlook = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.name,
    startdt: new Date(first.starts_at).toISOString(),
    enddt: new Date(first.ends_at).toISOString(),
    body: event.url,
    location,
  }
  return {
    google: `https://calendar.google.com/calendar/render?${query(google)}`,
    outlook: days.length > 1 ? null : `https://outlook.live.com/calendar/0/action/compose?${query(outlook)}`,
  }
}

/** A time in the format of calendar links: `20270705T130000Z`. */
const stamp = (instant: number) => `${new Date(instant).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
// Calendars do not decode a plus sign.
const query = (parts: Record<string, string>) =>
  Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** A mail with the URL of a page, for sharing without JavaScript. */
export const mailOf = (subject: string, url: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`

/** Links that subscribe to a calendar: on the device, in Google and in Outlook on the web. */
export function subscribeLinks(url: string, name: string): { apple: string; google: string; outlook: string } {
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    apple: webcal,
    google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`,
  }
}
