import type { DomainEvents } from '../database/outbox.ts'
import { mailTemplate } from '../mail/mail-template.ts'
import {
  calendarAttachment,
  loadOrderMail,
  type OrderMail,
  type OrderMailPlace,
  orderButton,
  orderMailFrame,
  placeRows,
  wordsOf,
} from './order-mail.ts'
import { orderLookup } from '../registrations/load-registration.ts'
import { datesText } from './order-places.ts'
import { sampleOrderMail } from './sample-order-mail.ts'

type Before = DomainEvents['registration.moved']['before']
type Moved = { mail: OrderMail; place: OrderMailPlace; before: Before }

/** Tells a customer that what they booked has the new time they chose, and brings their calendar up to date. One that was moved again or cancelled in the meantime is no news. */
export const registrationMovedMail = mailTemplate<Moved>({
  load: async (ctx, { ref, body }) => {
    const { before, sequence } = body as DomainEvents['registration.moved']
    const mail = await loadOrderMail(ctx, orderLookup(ref))
    const place = mail?.places.find(({ id }) => id === ref)
    if (!mail || place?.status !== 'confirmed' || place.calendar.sequence !== sequence) return null
    return { mail, place, before }
  },
  compose: ({ mail, place, before }, site) => {
    const { moved, eventChanged } = wordsOf(mail)
    const was = datesText(before.dates, { timezone: place.timezone, locale: mail.locale })
    return {
      ...orderMailFrame(mail),
      subject: moved.subject(place.event.name, place.when),
      heading: moved.heading,
      parts: [
        { type: 'paragraph', text: moved.lead },
        placeRows([place]),
        { type: 'paragraph', text: eventChanged.before(was) },
        { type: 'paragraph', text: eventChanged.calendar },
        orderButton(mail, site),
      ],
      attachments: calendarAttachment(mail, site, [place.calendar]),
    }
  },
  sample: (language) => {
    const mail = sampleOrderMail(language)
    const dates = [{ starts_at: Date.UTC(2027, 5, 28, 13), ends_at: Date.UTC(2027, 6, 2, 20) }]
    return { mail, place: mail.places[0] as OrderMailPlace, before: { dates } }
  },
})
