import { weekdayDate } from '../../contract/date-format.ts'
import { dayOffWords } from '../../contract/sentences/day-off-words.ts'
import { wallClock } from '../../contract/wall-clock.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { loadOrderMail, type OrderMail, type OrderMailPlace } from '../../money/fulfilment/order-mail.ts'
import { calendarAttachment, orderButton, orderMailFrame, placeRows } from '../../money/fulfilment/order-mail-parts.ts'
import { sampleOrderMail } from '../../money/fulfilment/sample-order-mail.ts'
import { creditNoteParts } from '../../money/fulfilment/sum-parts.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { refundWords } from '../cancellations/mail-registration-cancelled.ts'
import { dayOffById } from './day-off-rows.ts'

type Told = DomainEvents['order.day_off']
type DayOffMail = {
  mail: OrderMail
  places: [OrderMailPlace, ...OrderMailPlace[]]
  date: string
  text: string
  told: Told
}

/** Tells a family once that a day of an event is called off: why, for whom, and what they get for it. */
export const dayOffMail = mailTemplate<DayOffMail>({
  load: async (ctx, { ref, body }) => {
    const told = body as Told
    const [row] = await dayOffById(ctx.db, told.day_off_id)
    const mail = await loadOrderMail(ctx, ref)
    const others = await Promise.all(
      told.order_ids.filter((id) => id !== ref).map(async (id) => loadOrderMail(ctx, id)),
    )
    const [place, ...more] = [mail, ...others]
      .flatMap((each) => each?.places ?? [])
      .filter(({ id }) => told.registration_ids.includes(id))
    if (!row || !mail || !place) return null
    return { mail, places: [place, ...more], date: row.day.day, text: row.day.text, told }
  },
  compose: ({ mail, places, date, text, told }, site) => {
    const words = dayOffWords[mail.language]
    const [{ event }] = places
    const day = weekdayDate(wallClock(`${date}T12:00:00Z`, 'UTC'), mail.locale)
    const paragraph = (words: string) => ({ type: 'paragraph' as const, text: words })
    return {
      ...orderMailFrame(mail),
      subject: words.subject(event.name, day),
      heading: words.heading(day),
      parts: [
        paragraph(words.lead(mail.branding.name, event.name, day)),
        paragraph(text),
        placeRows(places),
        ...(told.returned > 0
          ? [paragraph(refundWords(mail, { ...told, result: 'automatic', amount: told.returned }))]
          : []),
        ...(told.visits > 0 ? [paragraph(words.visits(told.visits))] : []),
        ...(told.returned > 0 ? creditNoteParts(mail) : []),
        paragraph(words.calendar),
        orderButton(mail, site),
      ],
      attachments: calendarAttachment(
        mail,
        site,
        places.map(({ calendar }) => calendar),
      ),
    }
  },
  sample: (language) => {
    const mail = sampleOrderMail(language)
    return {
      mail,
      places: mail.places as DayOffMail['places'],
      date: '2027-07-08',
      text: language === 'fr' ? 'Un orage approche.' : 'A storm is coming.',
      told: {
        ...{ event_id: 'evt_canoe', day_off_id: 'day_storm', order_ids: [mail.order.id] },
        ...{ registration_ids: mail.places.map(({ id }) => id), returned: 13_764, visits: 0 },
        ...{ destination: 'original_method', to_balance: 0 },
      },
    }
  },
})
