import { localize } from '../contract/texts.ts'
import type { DomainEvents } from '../database/outbox.ts'
import { mailTemplate } from '../mail/mail-template.ts'
import {
  calendarAttachment,
  displayAmount,
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
type Moved = { mail: OrderMail; place: OrderMailPlace; before: Before; returned: number; paid: number }

/** Tells a customer that what they booked has the new time they chose, and brings their calendar up to date. One that was moved again or cancelled in the meantime is no news. */
export const registrationMovedMail = mailTemplate<Moved>({
  load: async (ctx, { ref, body }) => {
    const { before, sequence, returned = 0, paid = 0 } = body as DomainEvents['registration.moved']
    const mail = await loadOrderMail(ctx, orderLookup(ref))
    const place = mail?.places.find(({ id }) => id === ref)
    if (!mail || place?.status !== 'confirmed' || place.calendar.sequence !== sequence) return null
    return { mail, place, before, returned, paid }
  },
  compose: ({ mail, place, before, returned, paid }, site) => {
    const { moved, eventChanged } = wordsOf(mail)
    const dates = datesText(before.dates, { timezone: place.timezone, locale: mail.locale })
    const was = before.place && localize(before.place, mail.language)
    const words = was ? moved.place : moved
    return {
      ...orderMailFrame(mail),
      subject: words.subject(place.event.name, place.when),
      heading: words.heading,
      parts: [
        { type: 'paragraph', text: words.lead },
        placeRows([place]),
        {
          type: 'paragraph',
          text: eventChanged.before(was ? `${was.title}, ${was.option_title}, ${dates}` : dates),
        },
        ...(returned > 0
          ? [{ type: 'paragraph' as const, text: moved.place.returned(displayAmount(mail, returned)) }]
          : []),
        ...(paid > 0 ? [{ type: 'paragraph' as const, text: moved.place.paid(displayAmount(mail, paid)) }] : []),
        { type: 'paragraph', text: eventChanged.calendar },
        orderButton(mail, site),
      ],
      attachments: calendarAttachment(mail, site, [place.calendar]),
    }
  },
  sample: (language) => {
    const mail = sampleOrderMail(language)
    const dates = [{ starts_at: Date.UTC(2027, 5, 28, 13), ends_at: Date.UTC(2027, 6, 2, 20) }]
    return { mail, place: mail.places[0] as OrderMailPlace, before: { dates }, returned: 0, paid: 0 }
  },
})
