import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import type { Ctx } from '../../platform/context.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import { calendarFile } from './calendar-file.ts'
import { calendarPlaceLine } from '../../contract/people/place-line.ts'
import * as eventStates from '../../contract/states/event-states.ts'

/** The calendar file of a public event; null for any other event. */
export async function findEventCalendar(ctx: Ctx, eventId: string): Promise<string | null> {
  const event = showEvents(ctx, await eventReads(ctx, [eventId])).get(eventId)?.event
  if (!event || !eventStates.visible.has(event.status)) return null
  const branding = await findBranding(ctx, event.program.id, ctx.contentLanguage)
  const dates =
    event.is_series && event.series_dates.length > 0
      ? event.series_dates
      : [{ starts_at: event.starts_at, ends_at: event.ends_at }]

  return calendarFile(
    { host: new URL(ctx.siteOrigin).hostname, name: event.program.name, email: branding?.email ?? null, now: ctx.now },
    [
      {
        id: event.id,
        sequence: 0,
        is_cancelled: event.status === 'cancelled',
        title: event.name,
        where: calendarPlaceLine(event.venues[0]),
        url: event.url,
        timezone: event.timezone,
        days_off: event.days_off,
        overnight: event.overnight,
        dates: dates.map((date) => ({ starts_at: Date.parse(date.starts_at), ends_at: Date.parse(date.ends_at) })),
      },
    ],
  )
}
