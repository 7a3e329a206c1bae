import type { Ctx } from '../context.ts'
import { calendarFile } from '../fulfilment/calendar-file.ts'
import { cardWords, clockNote, findOrderMail, placeRows, sendOrderMail } from '../fulfilment/order-mail.ts'
import type { MailPart } from '../mail/mail-frame.ts'
import { moneyWords } from './mail-registration-cancelled.ts'

/** Tells that a whole order is cancelled: by its customer, with what comes back; or because the money came too late, with all of it. */
export async function mailOrderCancelled(
  ctx: Ctx,
  row: { ref: string; dedupe: string; body: Record<string, unknown> },
): Promise<void> {
  const mail = await findOrderMail(ctx, row.ref)
  if (mail?.order.status !== 'cancelled') return
  const { words, order } = mail
  const isLate = order.cancel_reason === 'payment_after_expiry'
  const [returned, requested] = [Number(row.body.returned ?? 0), Number(row.body.requested ?? 0)]

  const money: MailPart[] = isLate
    ? [{ is: 'words', text: words.orderCancelled.lateMoney(mail.amount(order.amount_paid), cardWords(mail)) }]
    : [
        ...(returned > 0 || requested === 0
          ? [{ is: 'words' as const, text: moneyWords(mail, { result: 'automatic', amount: returned }) }]
          : []),
        ...(requested > 0
          ? [{ is: 'words' as const, text: moneyWords(mail, { result: 'request', amount: requested }) }]
          : []),
      ]
  // A place that was cancelled before had its own mail.
  const places = mail.places.filter(
    ({ registration }) =>
      !Array.isArray(row.body.registration_ids) || row.body.registration_ids.includes(registration.id),
  )
  const told = places.filter((place) => place.calendar.is_cancelled)
  await sendOrderMail(ctx, mail, {
    dedupe: row.dedupe,
    subject: isLate ? words.orderCancelled.lateSubject(mail.what) : words.orderCancelled.subject(mail.what),
    heading: isLate ? words.orderCancelled.lateHeading : words.orderCancelled.heading,
    parts: [
      { is: 'words', text: isLate ? words.orderCancelled.lateLead : words.orderCancelled.lead },
      placeRows(places, () => ''),
      ...clockNote(mail),
      ...money,
      { is: 'button', label: words.showOrder, url: mail.orderUrl },
    ],
    attachments:
      told.length > 0
        ? [
            {
              filename: 'calendar.ics',
              content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
              content: calendarFile(
                { host: new URL(ctx.siteOrigin).hostname, name: mail.look.name, now: ctx.now },
                told.map((place) => place.calendar),
              ),
            },
          ]
        : [],
  })
}
