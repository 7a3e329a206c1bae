import type { EventSchedule } from '../../platform/database/outbox.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { loadOrderMail, type OrderMail, type OrderMailPlace, wordsOf } from './order-mail.ts'
import { calendarAttachment, orderButton, orderMailFrame, placeRows } from './order-mail-parts.ts'
import { hoursOf } from '../../contract/booked-times.ts'
import { datesText } from './order-places.ts'
import { sampleOrderMail } from './sample-order-mail.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

type EventChanged = {
  mail: OrderMail
  places: [OrderMailPlace, ...OrderMailPlace[]]
  before: EventSchedule
  isOtherTime: boolean
  isOtherPlace: boolean
}

/**
 * Tells a customer the new times and place of an event, next to the old times and place. The mail is not sent if the
 * change was reverted or the event is over.
 */
export const eventChangedMail = mailTemplate<EventChanged>({
  load: async (ctx, { ref, body }) => {
    const { event_id, before } = body as { event_id: string; before: EventSchedule }
    const mail = await loadOrderMail(ctx, ref)
    const [place, ...more] = (mail?.places ?? []).filter(
      ({ event, status }) => event.id === event_id && registrationStates.booked.has(status),
    )
    if (!mail || !place) return null
    const { status, ends_at } = place.event
    if (!eventStates.planned.has(status) || ends_at <= ctx.now) return null

    const isOtherTime =
      JSON.stringify(hoursOf({ overnight: null, ...before })) !== JSON.stringify(hoursOf(place.calendar))
    const isOtherPlace = placeBefore(mail, before) !== place.where
    return isOtherTime || isOtherPlace ? { mail, places: [place, ...more], before, isOtherTime, isOtherPlace } : null
  },
  compose: ({ mail, places, before, isOtherTime, isOtherPlace }, site) => {
    const words = wordsOf(mail)
    const { name } = places[0].event
    const change = words.eventChanged[isOtherTime && isOtherPlace ? 'both' : isOtherTime ? 'time' : 'place']
    const whenBefore = datesText({ overnight: null, ...before }, mail.locale)
    const confirmed = places.filter(({ status }) => status === 'confirmed')
    return {
      ...orderMailFrame(mail),
      subject: change.subject(name, mail.branding.name),
      heading: change.heading,
      parts: [
        { type: 'paragraph', text: words.eventChanged.lead(mail.branding.name, name) },
        placeRows(places),
        {
          type: 'paragraph',
          text: words.eventChanged.before([whenBefore, placeBefore(mail, before)].filter(Boolean).join(' · ')),
        },
        { type: 'paragraph', text: words.eventChanged.stay(places.length) },
        ...(confirmed.length > 0 ? [{ type: 'paragraph' as const, text: words.eventChanged.calendar }] : []),
        orderButton(mail, site),
      ],
      attachments: calendarAttachment(
        mail,
        site,
        confirmed.flatMap((place) => [place.calendar, ...droppedDates(place, before)]),
      ),
    }
  },
  sample: (language) => {
    const mail = sampleOrderMail(language)
    return {
      mail,
      places: mail.places as EventChanged['places'],
      before: {
        timezone: mail.timezone,
        dates: [{ starts_at: Date.UTC(2027, 5, 28, 13), ends_at: Date.UTC(2027, 6, 2, 20) }],
        is_online: false,
        where: 'North Beach, 2 Lake Rd, Toronto',
      },
      isOtherTime: true,
      isOtherPlace: true,
    }
  },
})

const placeBefore = (mail: OrderMail, before: EventSchedule) => (before.is_online ? wordsOf(mail).online : before.where)

// If the event has fewer days than before, calendars remove the last days. The UID of a day is its position.
const droppedDates = ({ calendar }: OrderMailPlace, before: EventSchedule) =>
  hoursOf({ overnight: null, ...before }).flatMap((date, index) =>
    index < hoursOf(calendar).length
      ? []
      : [{ ...calendar, id: `${calendar.id}-${index}`, is_cancelled: true, dates: [date] }],
  )
