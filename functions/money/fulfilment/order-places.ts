import type { AppointmentStatus, EventStatus } from '../../contract/states/event-states.ts'
import { showVenue } from '../../offering/catalogue/show-venue.ts'
import { type Locale, languageOf } from '../../contract/date-format.ts'
import type { BookedTimes } from '../../contract/booked-times.ts'
import { type EventTimes, eventWhen, eventWhenLine, shapeOf } from '../../contract/event-times.ts'
import { type Leaf, leafWords } from '../../contract/leaf-words.ts'
import { orderMailWords } from '../../contract/sentences/order-mail-words.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import type { CalendarPlace } from './calendar-file.ts'
import { calendarPlaceLine, mapAddress, venueLine } from '../../contract/people/place-line.ts'
import { wallClock } from '../../contract/wall-clock.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** A place as mails and calendars show it. */
export type OrderPlace = {
  /** The id of the registration. */
  id: string
  status: LoadedRegistration['registration']['status']
  /** The full name of the attendee; null if the mail names no one. */
  attendee: string | null
  firstName: string | null
  /** The title of the event or appointment type. */
  title: string
  option: string
  when: string
  /** The text of `when` in two lines: days and hours. */
  whenLines: string
  leaf: Leaf
  where: string | null
  /** The link to a map. */
  map: string | null
  /** The page that joins an online event; null otherwise. */
  onlineUrl: string | null
  timezone: string
  /** The event or the appointment type. */
  event: {
    id: string
    name: string
    status: EventStatus | AppointmentStatus
    ends_at: number
    cancel_text: string | null
  }
  calendar: CalendarPlace
}

/** The attendee, event and time of some registrations. `namesPeople: false` leaves out the names. */
export function orderPlaces(
  ctx: Pick<Ctx, 'siteOrigin'>,
  registrations: readonly LoadedRegistration[],
  { locale, namesPeople }: { locale: Locale; namesPeople: boolean },
): OrderPlace[] {
  return registrations.map(({ registration, booking: stored, attendee }) => {
    const booking = localize(stored, languageOf(locale))
    const { dates, days_off, timezone, overnight, title, source_id, source_status, ends_at, cancel_text } = booking
    const venue = booking.venue ? showVenue(booking.venue, { contentLanguage: languageOf(locale) }) : undefined
    const where = booking.is_online ? orderMailWords[languageOf(locale)].online : venueLine(venue)
    const pages = `${ctx.siteOrigin}/pg/${registration.program_id}`
    const onlineUrl = booking.is_online ? `${pages}/online/${registration.id}` : null
    return {
      id: registration.id,
      status: registration.status,
      attendee: namesPeople ? `${attendee.first_name} ${attendee.last_name}` : null,
      firstName: namesPeople ? attendee.first_name : null,
      title: `${title}, ${booking.option_title}`,
      option: booking.option_title,
      ...whenWords(booking, locale),
      where,
      map: venue && !booking.is_online ? mapAddress(venue.name, venue.address) : null,
      onlineUrl,
      timezone,
      event: { id: source_id, name: title, status: source_status, ends_at, cancel_text },
      calendar: {
        id: registration.id,
        sequence: registration.sequence,
        is_cancelled: registrationStates.cancelled.has(registration.status),
        title: namesPeople ? `${attendee.first_name}: ${title}` : title,
        where: booking.is_online ? where : calendarPlaceLine(venue),
        timezone,
        url: onlineUrl ?? `${pages}/profile/schedule`,
        dates,
        days_off,
        overnight,
      },
    }
  })
}

/** Dates as text: the days of a camp, or the dates of a series. */
export function datesText(booked: BookedTimes, locale: Locale): string {
  const times = timesOf(booked)
  return times ? eventWhenLine(times, locale) : ''
}

/** The dates in every format of a mail. */
export function whenWords(booked: BookedTimes, locale: Locale): Pick<OrderPlace, 'when' | 'whenLines' | 'leaf'> {
  const times = timesOf(booked)
  if (!times) return { when: '', whenLines: '', leaf: { month: '', days: '', under: '' } }
  const { days, hours } = eventWhen(times, locale)
  const weekdays = booked.dates.map(({ starts_at }) => wallClock(starts_at, booked.timezone).weekday)
  return {
    when: eventWhenLine(times, locale),
    whenLines: `${days}\n${hours}`,
    leaf: leafWords(shapeOf(times), weekdays, locale),
  }
}

function timesOf({ dates, timezone, overnight }: BookedTimes): EventTimes | null {
  const [first] = dates
  const last = dates.at(-1)
  if (!first || !last) return null
  return {
    starts_at: first.starts_at,
    ends_at: last.ends_at,
    timezone,
    overnight,
    is_series: dates.length > 1,
    series_dates: dates,
  }
}
