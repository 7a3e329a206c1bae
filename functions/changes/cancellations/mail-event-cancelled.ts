import type { DomainEvents } from '../../platform/database/outbox.ts'
import { loadOrderMail, type OrderMail, type OrderMailPlace, wordsOf } from '../../money/fulfilment/order-mail.ts'
import { calendarAttachment, orderButton, orderMailFrame, placeRows } from '../../money/fulfilment/order-mail-parts.ts'
import { creditNoteParts } from '../../money/fulfilment/sum-parts.ts'
import { sampleCancelledMail } from '../../money/fulfilment/sample-order-mail.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { refundWords } from './mail-registration-cancelled.ts'

type Ended = DomainEvents['order.event_cancelled']
type EventCancelled = { mail: OrderMail; event: OrderMailPlace['event']; ended: Ended }

/** Tells a customer that the organisation cancelled an event: the reason, the places and the refund. */
export const eventCancelledMail = mailTemplate<EventCancelled>({
  load: async (ctx, { ref, body }) => {
    const ended = body as Ended
    const mail = await loadOrderMail(ctx, ref)
    const event = mail?.places.find((place) => place.event.id === ended.event_id)?.event
    return mail && event?.status === 'cancelled' ? { mail, event, ended } : null
  },
  compose: ({ mail, event, ended }, site) => {
    const words = wordsOf(mail).eventCancelled
    const { order, branding } = mail
    const places = mail.places.filter(({ id }) => ended.registration_ids.includes(id))
    const isPaid = order.amount_paid > 0 || order.amount_total === 0
    return {
      ...orderMailFrame(mail),
      subject: words.subject(event.name, branding.name),
      heading: words.heading,
      parts: [
        { type: 'paragraph', text: words.lead(branding.name, event.name) },
        ...(event.cancel_text === null ? [] : [{ type: 'paragraph' as const, text: event.cancel_text }]),
        placeRows(places),
        {
          type: 'paragraph',
          text: isPaid
            ? refundWords(mail, { result: 'automatic', amount: ended.returned }, ended.registration_ids)
            : words.unpaid,
        },
        ...creditNoteParts(mail),
        orderButton(mail, site),
      ],
      attachments: calendarAttachment(
        mail,
        site,
        places.map(({ calendar }) => calendar).filter(({ is_cancelled }) => is_cancelled && order.paid_at !== null),
      ),
    }
  },
  sample: (language) => {
    const mail = sampleCancelledMail(language)
    return {
      mail,
      event: {
        id: 'evt_canoe',
        name: 'Canoe Week',
        status: 'cancelled',
        ends_at: Date.UTC(2027, 6, 9, 20),
        cancel_text: language === 'fr' ? 'Le lac est fermé cet été.' : 'The lake is closed this summer.',
      },
      ended: { event_id: 'evt_canoe', returned: 68_818, registration_ids: mail.places.map(({ id }) => id) },
    }
  },
})
