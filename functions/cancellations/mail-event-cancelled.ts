import type { Ctx } from '../context.ts'
import { calendarFile } from '../fulfilment/calendar-file.ts'
import { clockNote, findOrderMail, placeRows, sendOrderMail } from '../fulfilment/order-mail.ts'
import type { MailPart } from '../mail/mail-frame.ts'
import { moneyWords } from './mail-registration-cancelled.ts'

/** Tells a customer that the organisation cancelled an event: what it says about it, whose places are gone, what comes back. */
export async function mailEventCancelled(
  ctx: Ctx,
  row: { ref: string; dedupe: string; body: Record<string, unknown> },
): Promise<void> {
  const mail = await findOrderMail(ctx, row.ref)
  const event = mail?.order.registrations.find((place) => place.event.id === row.body.event_id)?.event
  if (!mail || event?.status !== 'cancelled') return
  const { words, order, look } = mail
  const named = Array.isArray(row.body.registration_ids) ? row.body.registration_ids : []
  const places = mail.places.filter(({ registration }) => named.includes(registration.id))
  const told = places.filter((place) => place.calendar.is_cancelled && order.paid_at !== null)
  const isPaid = order.amount_paid > 0 || order.amount_total === 0
  const money: MailPart = {
    is: 'words',
    text: isPaid
      ? moneyWords(mail, { result: 'automatic', amount: Number(row.body.returned ?? 0) })
      : words.eventCancelled.unpaid,
  }

  await sendOrderMail(ctx, mail, {
    dedupe: row.dedupe,
    subject: words.eventCancelled.subject(event.name, look.name),
    heading: words.eventCancelled.heading,
    parts: [
      { is: 'words', text: words.eventCancelled.lead(look.name, event.name) },
      ...(event.cancel_text === null ? [] : [{ is: 'words' as const, text: event.cancel_text }]),
      placeRows(places, () => ''),
      ...clockNote(mail),
      money,
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
                told.map((place) => place.calendar),
              ),
            },
          ]
        : [],
  })
}
