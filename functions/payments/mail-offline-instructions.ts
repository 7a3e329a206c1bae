import type { Ctx } from '../context.ts'
import { clockNote, findOrderMail, placeRows, sendOrderMail } from '../fulfilment/order-mail.ts'
import { dayIn, momentIn } from '../mail/event-time.ts'
import { amountDue } from '../orders/order-money.ts'

/** Tells how long the places wait for a payment that is brought later. */
export async function mailOfflineInstructions(ctx: Ctx, row: { ref: string; dedupe: string }): Promise<void> {
  const mail = await findOrderMail(ctx, row.ref)
  if (mail?.order.status !== 'pending' || mail.order.due_at === null) return
  const { order, words, look } = mail
  const due = order.due_at ?? ctx.now

  await sendOrderMail(ctx, mail, {
    dedupe: row.dedupe,
    subject: words.offline.subject(dayIn(due, order.program.timezone, mail.language)),
    heading: words.offline.heading,
    parts: [
      {
        is: 'words',
        text: words.offline.lead(
          mail.amount(amountDue(order)),
          look.name,
          momentIn(due, order.program.timezone, mail.language),
        ),
      },
      placeRows(mail.places, (place) =>
        mail.amount(order.items.find((item) => item.registration_id === place.registration.id)?.amount ?? 0),
      ),
      ...clockNote(mail),
      { is: 'rows', rows: [{ label: words.lines.total, value: mail.amount(amountDue(order)), strong: true }] },
      { is: 'words', text: words.offline.how(look.name) },
      { is: 'button', label: words.showOrder, url: mail.orderUrl },
    ],
  })
}
