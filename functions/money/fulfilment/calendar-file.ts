import { type BookedTimes, hoursOf } from '../../contract/booked-times.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { generateIcsCalendar, type IcsEvent } from 'ts-ics'

export type CalendarPlace = BookedTimes & {
  /** The registration or event from which the UID of the entry is made. */
  id: string
  sequence: number
  is_cancelled: boolean
  /** The days that are called off; their entries are cancelled. */
  days_off?: readonly { date: string }[]
  /** The title, such as "Maya: Canoe Week". */
  title: string
  where: string | null
  url: string
  /** The organiser, if it is not the owner of the calendar. */
  organizer?: CalendarOrganizer
  /** Time of the last change; by default the time at which the file is made. */
  changed?: number
}
export type CalendarOrganizer = { name: string; email: string | null }

/**
 * The owner of the calendar, who organises its entries. `refreshMinutes` tells subscribers how often to read the
 * calendar again.
 */
export type CalendarAbout = CalendarOrganizer & { host: string; now: number; refreshMinutes?: number }

/**
 * The method of a mailed file (RFC 5546): PUBLISH adds or updates entries, CANCEL removes them if every place is
 * cancelled.
 */
export const calendarMethod = (places: readonly Pick<CalendarPlace, 'is_cancelled'>[]): 'PUBLISH' | 'CANCEL' =>
  places.length > 0 && places.every((place) => place.is_cancelled) ? 'CANCEL' : 'PUBLISH'

/**
 * Registrations as a calendar file in UTC (RFC 5545). The UID of a day never changes and its sequence only grows, so
 * that calendars update their entries. A subscribed calendar is always PUBLISH: a cancelled place has the status
 * CANCELLED.
 */
export function calendarFile(
  about: CalendarAbout,
  places: readonly CalendarPlace[],
  method: ReturnType<typeof calendarMethod> = 'PUBLISH',
): string {
  const file = foldedByOctets(
    generateIcsCalendar({
      version: '2.0',
      prodId: '-//Muster//Calendar//EN',
      method,
      name: line(about.name),
      events: places.flatMap((place) => entriesOf(place, about)),
    }),
  )
  if (!about.refreshMinutes) return file
  const every = `PT${about.refreshMinutes}M`
  return file.replace(/^METHOD:\w+\r\n/m, `$&REFRESH-INTERVAL;VALUE=DURATION:${every}\r\nX-PUBLISHED-TTL:${every}\r\n`)
}

const maxOctets = 75
const octets = new TextEncoder()

// ts-ics folds by UTF-16 units, but a line may have at most 75 octets and must not split a character.
const foldedByOctets = (file: string): string =>
  file
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map((row) => {
      const lines = ['']
      let used = 0
      for (const sign of row) {
        const size = octets.encode(sign).length
        if (used + size > maxOctets) {
          lines.push(' ')
          used = 1
        }
        lines[lines.length - 1] += sign
        used += size
      }
      return lines.join('\r\n')
    })
    .join('\r\n')

function entriesOf(place: CalendarPlace, about: CalendarAbout): IcsEvent[] {
  const { name, email } = place.organizer ?? about
  const daysOff = new Set(place.days_off?.map(({ date }) => date))
  return hoursOf(place).map((date, index) => {
    const isCancelled = place.is_cancelled || daysOff.has(dayInZone(date.starts_at, place.timezone))
    return {
      uid: `${place.id}${index === 0 ? '' : `-${index}`}@${about.host}`,
      stamp: { date: new Date(place.changed ?? about.now) },
      start: { date: new Date(date.starts_at) },
      end: { date: new Date(date.ends_at) },
      summary: line(place.title),
      organizer: { name: quoted(name), email: email ?? `bookings@${about.host}` },
      status: isCancelled ? 'CANCELLED' : 'CONFIRMED',
      sequence: place.sequence * 2 + (isCancelled ? 1 : 0),
      url: place.url,
      ...(place.where ? { location: line(place.where) } : {}),
    }
  })
}

// A quoted parameter value may hold any separator, but no quote.
const quoted = (name: string) => `"${line(name).replaceAll('"', '’')}"`

// A line break or a control character would start another property.
const line = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
