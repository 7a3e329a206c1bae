import type { Ctx } from '../context.ts'
import { eventTime } from '../mail/event-time.ts'
import { calendarFile } from './calendar-file.ts'
import { clockNote, findOrderMail, type OrderMail, placeRows, sendOrderMail } from './order-mail.ts'
import type { OrderPlace } from './order-places.ts'
import type { EventSchedule } from '../database/outbox.ts'

type Row = { ref: string; dedupe: string; body: Record<string, unknown> }

/** Tells a customer the new times and place of an event, and what they were. What was changed back meanwhile, or is over, is not told. */
export async function mailEventChanged(ctx: Ctx, row: Row): Promise<void> {
  const before = row.body.before as EventSchedule
  const mail = await findOrderMail(ctx, row.ref)
  const places = (mail?.places ?? []).filter(
    ({ registration }) =>
      registration.event_id === row.body.event_id &&
      (registration.status === 'confirmed' || registration.status === 'pending'),
  )
  const event = mail?.order.registrations.find((place) => place.event.id === row.body.event_id)?.event
  const [place] = places
  if (
    !mail ||
    !event ||
    !place ||
    (event.status !== 'published' && event.status !== 'unpublished') ||
    event.ends_at <= ctx.now
  )
    return

  const { words, look } = mail
  const was = { when: whenOf(before, mail), where: before.is_online ? words.online : before.where }
  const [isOtherTime, isOtherPlace] = [
    JSON.stringify(before.dates) !== JSON.stringify(place.calendar.dates),
    was.where !== place.where,
  ]
  if (!isOtherTime && !isOtherPlace) return
  const told = places.filter(({ registration }) => registration.status === 'confirmed')
  const say = words.eventChanged[isOtherTime && isOtherPlace ? 'both' : isOtherTime ? 'time' : 'place']
  await sendOrderMail(ctx, mail, {
    dedupe: row.dedupe,
    subject: say.subject(event.name, look.name),
    heading: say.heading,
    parts: [
      { is: 'words', text: words.eventChanged.lead(look.name, event.name) },
      placeRows(places, () => ''),
      { is: 'words', text: words.eventChanged.before([was.when, was.where].filter(Boolean).join(' · ')) },
      ...clockNote(mail),
      { is: 'words', text: words.eventChanged.stay },
      ...(told.length > 0 ? [{ is: 'words' as const, text: words.eventChanged.calendar }] : []),
      { is: 'button', label: words.showOrder, url: mail.orderUrl },
    ],
    attachments:
      told.length > 0
        ? [
            {
              filename: 'calendar.ics',
              content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
              content: calendarFile(
                { host: new URL(ctx.siteOrigin).hostname, name: look.name, now: ctx.now },
                told.flatMap((each) => [each.calendar, ...droppedDates(each, before)]),
              ),
            },
          ]
        : [],
  })
}

function whenOf({ dates, timezone }: EventSchedule, { language, words }: OrderMail): string {
  const [first] = dates
  if (!first) return ''
  return `${eventTime({ ...first, timezone }, language)}${dates.length > 1 ? ` ${words.moreDates(dates.length - 1)}` : ''}`
}

// A series that has fewer dates than before: calendars take the last ones out. A date's uid is its place in the series.
const droppedDates = ({ calendar }: OrderPlace, before: EventSchedule) =>
  before.dates.flatMap((date, at) =>
    at < calendar.dates.length ? [] : [{ ...calendar, id: `${calendar.id}-${at}`, is_cancelled: true, dates: [date] }],
  )
