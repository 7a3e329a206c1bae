import { eventReads, showEvents } from '../catalogue/events-for.ts'
import { venueLine } from '../catalogue/venue-line.ts'
import type { Event } from '../contract/event.ts'
import type { Language } from '../contract/field-rules.ts'
import { orderMailWords } from '../contract/sentences/order-mail-words.ts'
import type { Ctx } from '../context.ts'
import { formatEventTime } from '../mail/event-time.ts'
import type { FoundRegistration } from '../registrations/found-registration.ts'
import type { CalendarPlace } from './calendar-file.ts'

/** One place as mails and calendars show it. */
export type OrderPlace = {
  /** Of the registration. */
  id: string
  status: FoundRegistration['registration']['status']
  /** Full name of the attendee. */
  attendee: string
  firstName: string
  /** Event and option. */
  title: string
  when: string
  where: string | null
  timezone: string
  event: { id: string; name: string; status: string; ends_at: number; cancel_text: string | null }
  calendar: CalendarPlace
}

/** Who goes where and when, for some registrations, in a language. */
export async function orderPlaces(
  ctx: Ctx,
  registrations: FoundRegistration[],
  language: Language,
): Promise<OrderPlace[]> {
  if (registrations.length === 0) return []
  const ids = [...new Set(registrations.map(({ registration }) => registration.event_id))]
  const shown = showEvents({ now: ctx.now, language, siteOrigin: ctx.siteOrigin }, await eventReads(ctx, ids))
  return registrations.flatMap((each) => {
    const event = shown.get(each.registration.event_id)?.event
    return event ? [placeOf(ctx, each, event, language)] : []
  })
}

function placeOf(
  ctx: Ctx,
  { registration, attendee, option, event }: FoundRegistration,
  shown: Event,
  language: Language,
): OrderPlace {
  const dates =
    event.is_series && event.series_dates.length > 0
      ? event.series_dates
      : [{ starts_at: event.starts_at, ends_at: event.ends_at }]
  const where = shown.online_event ? orderMailWords[language].online : venueLine(shown.venues[0])
  const { id, name, status, ends_at, cancel_text, timezone } = event
  return {
    id: registration.id,
    status: registration.status,
    attendee: `${attendee.first_name} ${attendee.last_name}`,
    firstName: attendee.first_name,
    title: `${shown.name}, ${option.name}`,
    when: datesText(dates, { timezone, language }),
    where,
    timezone,
    event: { id, name, status, ends_at, cancel_text },
    calendar: {
      id: registration.id,
      sequence: registration.sequence,
      is_cancelled: registration.status === 'cancelled' || registration.status === 'late_cancelled',
      title: `${attendee.first_name}: ${shown.name}`,
      where,
      url: `${ctx.siteOrigin}/pg/${registration.program_id}/profile/schedule`,
      dates,
    },
  }
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
