import type { CancellationPreview } from '../contract/registration.ts'
import { orderMailWords } from '../contract/sentences/order-mail-words.ts'
import type { Ctx } from '../context.ts'
import { calendarFile } from '../fulfilment/calendar-file.ts'
import {
  cardWords,
  clockNote,
  findOrderMail,
  type OrderMail,
  placeRows,
  sendOrderMail,
} from '../fulfilment/order-mail.ts'
import { orderOfRegistration } from './cancellation-rows.ts'

/** Tells what a cancelled place gives back, with a calendar file that takes the dates out again. */
export async function mailRegistrationCancelled(
  ctx: Ctx,
  row: { ref: string; dedupe: string; body: Record<string, unknown> },
): Promise<void> {
  const mail = await findOrderMail(ctx, orderOfRegistration(row.ref))
  const place = mail?.places.find((each) => each.registration.id === row.ref)
  if (!mail || !place?.calendar.is_cancelled) return
  const words = orderMailWords[mail.language]

  await sendOrderMail(ctx, mail, {
    dedupe: row.dedupe,
    subject: words.cancelled.subject(
      place.firstName,
      mail.order.registrations.find((each) => each.registration.id === row.ref)?.event.name ?? mail.what,
    ),
    heading: words.cancelled.heading(place.firstName),
    parts: [
      { is: 'words', text: words.cancelled.lead },
      placeRows([place], () => ''),
      ...clockNote(mail),
      {
        is: 'words',
        text: moneyWords(mail, {
          result: row.body.result as CancellationPreview['result'],
          amount: Number(row.body.amount ?? 0),
        }),
      },
      { is: 'button', label: words.showOrder, url: mail.orderUrl },
    ],
    attachments: [
      {
        filename: 'calendar.ics',
        content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: calendarFile({ host: new URL(ctx.siteOrigin).hostname, name: mail.look.name, now: ctx.now }, [
          place.calendar,
        ]),
      },
    ],
  })
}

/** What comes back, in one sentence. */
export function moneyWords(mail: OrderMail, back: { result: CancellationPreview['result']; amount: number }): string {
  const { cancelled } = mail.words
  if (mail.order.amount_total === 0) return cancelled.free
  if (back.amount === 0 && back.result !== 'request') return cancelled.nothing
  if (back.result === 'request') return cancelled.request(mail.amount(back.amount), mail.look.name)
  return mail.order.checkout_method === 'card'
    ? cancelled.automatic(mail.amount(back.amount), cardWords(mail))
    : cancelled.byHand(mail.amount(back.amount), mail.look.name)
}
