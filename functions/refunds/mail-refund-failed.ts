import type { Ctx } from '../context.ts'
import { findOrderMail, sendOrderMail } from '../fulfilment/order-mail.ts'
import { refundWithPayment } from './refund-rows.ts'

/** Tells that a refund did not reach the card, and that the organisation knows. */
export async function mailRefundFailed(ctx: Ctx, row: { ref: string; dedupe: string }): Promise<void> {
  const found = await refundWithPayment(ctx.db, row.ref)
  const mail =
    found && (found.refund.status === 'failed' || found.refund.status === 'cancelled')
      ? await findOrderMail(ctx, found.refund.order_id)
      : null
  if (!found || !mail) return
  const amount = mail.amount(found.refund.amount)

  await sendOrderMail(ctx, mail, {
    dedupe: row.dedupe,
    subject: mail.words.refundFailed.subject(amount),
    heading: mail.words.refundFailed.heading,
    parts: [
      { is: 'words', text: mail.words.refundFailed.lead(amount, mail.look.name) },
      { is: 'button', label: mail.words.showOrder, url: mail.orderUrl },
    ],
  })
}
