import { generateIcsCalendar, type IcsEvent } from 'ts-ics'

export type CalendarPlace = {
  /** What makes its uid: the registration, or the event itself. */
  id: string
  sequence: number
  is_cancelled: boolean
  /** "Maya: Canoe Week" */
  title: string
  where: string | null
  url: string
  dates: { starts_at: number; ends_at: number }[]
}

/** Registrations as a calendar file in UTC (RFC 5545). The uid of a date never changes and the sequence only grows, so that a calendar updates what it has. */
export function calendarFile(
  about: { host: string; name: string; now: number },
  places: readonly CalendarPlace[],
): string {
  return generateIcsCalendar({
    version: '2.0',
    prodId: '-//Muster//Calendar//EN',
    method: 'PUBLISH',
    name: line(about.name),
    events: places.flatMap((place) => datesOf(place, about)),
  })
}

function datesOf(place: CalendarPlace, about: { host: string; now: number }): IcsEvent[] {
  return place.dates.map((date, at) => ({
    uid: `${place.id}${at === 0 ? '' : `-${at}`}@${about.host}`,
    stamp: { date: new Date(about.now) },
    start: { date: new Date(date.starts_at) },
    end: { date: new Date(date.ends_at) },
    summary: line(place.title),
    status: place.is_cancelled ? 'CANCELLED' : 'CONFIRMED',
    sequence: place.sequence * 2 + (place.is_cancelled ? 1 : 0),
    url: place.url,
    ...(place.where ? { location: line(place.where) } : {}),
  }))
}

// A line break or a control character would start a property of its own.
const line = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
