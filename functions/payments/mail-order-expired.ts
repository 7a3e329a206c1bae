import type { Ctx } from '../context.ts'
import { clockNote, findOrderMail, placeRows, sendOrderMail } from '../fulfilment/order-mail.ts'

/** Tells that an order to be paid later was not paid in time. Not sent when it was taken up again meanwhile. */
export async function mailOrderExpired(ctx: Ctx, row: { ref: string; dedupe: string }): Promise<void> {
  const mail = await findOrderMail(ctx, row.ref)
  if (mail?.order.status !== 'expired') return
  const { words, look } = mail

  await sendOrderMail(ctx, mail, {
    dedupe: row.dedupe,
    subject: words.expired.subject(mail.what),
    heading: words.expired.heading,
    parts: [
      { is: 'words', text: words.expired.lead(look.name) },
      placeRows(mail.places, () => ''),
      ...clockNote(mail),
      { is: 'words', text: words.expired.again },
      { is: 'button', label: words.showOrder, url: mail.orderUrl },
    ],
  })
}
