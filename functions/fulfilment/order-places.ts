import { venueLine } from '../catalogue/venue-line.ts'
import type { Language } from '../contract/field-rules.ts'
import { orderMailWords } from '../contract/sentences/order-mail-words.ts'
import type { Ctx } from '../context.ts'
import { formatEventTime } from '../mail/event-time.ts'
import type { LoadedRegistration } from '../registrations/load-registration.ts'
import type { CalendarPlace } from './calendar-file.ts'

/** One place as mails and calendars show it. */
export type OrderPlace = {
  /** Of the registration. */
  id: string
  status: LoadedRegistration['registration']['status']
  /** Full name of the attendee. */
  attendee: string
  firstName: string
  /** Event or appointment type, and its option. */
  title: string
  when: string
  where: string | null
  timezone: string
  /** What is booked: the event or the appointment type. */
  event: { id: string; name: string; status: string; ends_at: number; cancel_text: string | null }
  calendar: CalendarPlace
}

/** Who goes where and when, for some registrations, in a language. */
export function orderPlaces(
  ctx: Pick<Ctx, 'siteOrigin'>,
  registrations: readonly LoadedRegistration[],
  language: Language,
): OrderPlace[] {
  return registrations.map(({ registration, booking, attendee }) => {
    const { dates, timezone, title, source_id, source_status, ends_at, cancel_text } = booking
    const where = booking.is_online ? orderMailWords[language].online : venueLine(booking.venue ?? undefined)
    return {
      id: registration.id,
      status: registration.status,
      attendee: `${attendee.first_name} ${attendee.last_name}`,
      firstName: attendee.first_name,
      title: `${title}, ${booking.option_title}`,
      when: datesText(dates, { timezone, language }),
      where,
      timezone,
      event: { id: source_id, name: title, status: source_status, ends_at, cancel_text },
      calendar: {
        id: registration.id,
        sequence: registration.sequence,
        is_cancelled: registration.status === 'cancelled' || registration.status === 'late_cancelled',
        title: `${attendee.first_name}: ${title}`,
        where,
        url: `${ctx.siteOrigin}/pg/${registration.program_id}/profile/schedule`,
        dates,
      },
    }
  })
}

/** The first of some dates, and how many more there are. */
export function datesText(
  [first, ...more]: readonly { starts_at: number; ends_at: number }[],
  { timezone, language }: { timezone: string; language: Language },
): string {
  if (!first) return ''
  const time = formatEventTime(first, { timezone, language })
  return more.length === 0 ? time : `${time} ${orderMailWords[language].moreDates(more.length)}`
}
