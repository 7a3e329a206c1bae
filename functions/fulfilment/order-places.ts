import { showVenue } from '../catalogue/show-venue.ts'
import { type Locale, languageOf } from '../contract/date-format.ts'
import { eventWhenLine } from '../contract/event-times.ts'
import { orderMailWords } from '../contract/sentences/order-mail-words.ts'
import { localize } from '../contract/texts.ts'
import type { Ctx } from '../context.ts'
import type { LoadedRegistration } from '../registrations/load-registration.ts'
import type { CalendarPlace } from './calendar-file.ts'
import { venueLine } from '../contract/place-line.ts'

/** One place as mails and calendars show it. */
export type OrderPlace = {
  /** Of the registration. */
  id: string
  status: LoadedRegistration['registration']['status']
  /** Full name of the attendee; null where the mail names no one. */
  attendee: string | null
  firstName: string | null
  /** Event or appointment type, and its option. */
  title: string
  when: string
  where: string | null
  /** The page to join it from; null where it takes place somewhere. */
  onlineUrl: string | null
  timezone: string
  /** What is booked: the event or the appointment type. */
  event: { id: string; name: string; status: string; ends_at: number; cancel_text: string | null }
  calendar: CalendarPlace
}

/** Who goes where and when, for some registrations; `namesPeople: false` leaves out who. */
export function orderPlaces(
  ctx: Pick<Ctx, 'siteOrigin'>,
  registrations: readonly LoadedRegistration[],
  { locale, namesPeople }: { locale: Locale; namesPeople: boolean },
): OrderPlace[] {
  return registrations.map(({ registration, booking: stored, attendee }) => {
    const booking = localize(stored, languageOf(locale))
    const { dates, timezone, title, source_id, source_status, ends_at, cancel_text } = booking
    const where = booking.is_online
      ? orderMailWords[languageOf(locale)].online
      : venueLine(booking.venue ? showVenue(booking.venue, { contentLanguage: languageOf(locale) }) : undefined)
    const pages = `${ctx.siteOrigin}/pg/${registration.program_id}`
    const onlineUrl = booking.is_online ? `${pages}/online/${registration.id}` : null
    return {
      id: registration.id,
      status: registration.status,
      attendee: namesPeople ? `${attendee.first_name} ${attendee.last_name}` : null,
      firstName: namesPeople ? attendee.first_name : null,
      title: `${title}, ${booking.option_title}`,
      when: datesText(dates, { timezone, locale }),
      where,
      onlineUrl,
      timezone,
      event: { id: source_id, name: title, status: source_status, ends_at, cancel_text },
      calendar: {
        id: registration.id,
        sequence: registration.sequence,
        is_cancelled: registration.status === 'cancelled' || registration.status === 'late_cancelled',
        title: namesPeople ? `${attendee.first_name}: ${title}` : title,
        where,
        timezone,
        url: onlineUrl ?? `${pages}/profile/schedule`,
        dates,
      },
    }
  })
}

/** When something takes place whose dates are these: a camp day after day, or the dates of a series. */
export function datesText(
  dates: readonly { starts_at: number; ends_at: number }[],
  { timezone, locale }: { timezone: string; locale: Locale },
): string {
  const [first] = dates
  const last = dates.at(-1)
  if (!first || !last) return ''
  return eventWhenLine(
    { starts_at: first.starts_at, ends_at: last.ends_at, timezone, is_series: dates.length > 1, series_dates: dates },
    locale,
  )
}
