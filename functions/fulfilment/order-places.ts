import { eventReads, showEvents } from '../catalogue/events-for.ts'
import { venueLine } from '../catalogue/venue-line.ts'
import type { Event } from '../contract/event.ts'
import type { Language } from '../contract/field-rules.ts'
import { orderMailWords } from '../contract/sentences/order-mail-words.ts'
import type { Ctx } from '../context.ts'
import { eventTime } from '../mail/event-time.ts'
import type { FoundRegistration } from '../registrations/found-registration.ts'
import type { CalendarPlace } from './calendar-file.ts'

/** One place as mails and calendars tell it. */
export type OrderPlace = {
  registration: FoundRegistration['registration']
  who: string
  firstName: string
  what: string
  when: string
  where: string | null
  calendar: CalendarPlace
}

/** Who goes where and when, for some registrations, in a language. */
export async function orderPlaces(
  ctx: Ctx,
  registrations: FoundRegistration[],
  language: Language,
): Promise<OrderPlace[]> {
  if (registrations.length === 0) return []
  const ids = [...new Set(registrations.map((place) => place.registration.event_id))]
  const shown = showEvents({ now: ctx.now, language, siteOrigin: ctx.siteOrigin }, await eventReads(ctx, ids))
  return registrations.flatMap((place) => {
    const event = shown.get(place.registration.event_id)?.event
    return event ? [placeOf(ctx, place, event, language)] : []
  })
}

function placeOf(ctx: Ctx, place: FoundRegistration, event: Event, language: Language): OrderPlace {
  const { registration, attendee, option } = place
  const dates =
    place.event.is_series && place.event.series_dates.length > 0
      ? place.event.series_dates
      : [{ starts_at: place.event.starts_at, ends_at: place.event.ends_at }]
  const where = whereOf(event, language)
  const first = dates[0] ?? place.event
  const more = dates.length > 1 ? ` ${orderMailWords[language].moreDates(dates.length - 1)}` : ''
  return {
    registration,
    who: `${attendee.first_name} ${attendee.last_name}`,
    firstName: attendee.first_name,
    what: `${event.name}, ${option.name}`,
    when: `${eventTime({ ...first, timezone: place.event.timezone }, language)}${more}`,
    where,
    calendar: {
      id: registration.id,
      sequence: registration.sequence,
      is_cancelled: registration.status === 'cancelled' || registration.status === 'late_cancelled',
      title: `${attendee.first_name}: ${event.name}`,
      where,
      url: `${ctx.siteOrigin}/pg/${registration.program_id}/profile/schedule`,
      dates,
    },
  }
}

function whereOf(event: Event, language: Language): string | null {
  return event.online_event ? orderMailWords[language].online : venueLine(event.venues[0])
}
