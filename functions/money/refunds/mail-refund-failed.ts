import { displayAmount, loadOrderMail, type OrderMail, wordsOf } from '../fulfilment/order-mail.ts'
import { orderButton, orderMailFrame } from '../fulfilment/order-mail-parts.ts'
import { sampleOrderMail } from '../fulfilment/sample-order-mail.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { isDisputed } from './execute-refund.ts'
import { refundWithPayment } from './refund-rows.ts'
import * as refundStates from '../../contract/states/refund-states.ts'

/** Tells a customer that a refund did not reach the card, and that the organisation knows. */
export const refundFailedMail = mailTemplate<{ mail: OrderMail; refunded: number; isDisputed: boolean }>({
  load: async (ctx, { ref }) => {
    const row = await refundWithPayment(ctx.db, ref)
    if (!refundStates.unsuccessful.has(row?.refund.status)) return null
    const mail = await loadOrderMail(ctx, row.refund.order_id)
    return mail ? { mail, refunded: row.refund.amount, isDisputed: isDisputed(row.refund) } : null
  },
  compose: ({ mail, refunded, isDisputed }, site) => {
    const { refundFailed } = wordsOf(mail)
    const amount = displayAmount(mail, refunded)
    const lead = isDisputed ? refundFailed.disputed : refundFailed.lead
    return {
      ...orderMailFrame(mail),
      subject: refundFailed.subject(amount),
      heading: refundFailed.heading,
      parts: [{ type: 'paragraph', text: lead(amount, mail.branding.name) }, orderButton(mail, site)],
    }
  },
  sample: (language) => ({
    mail: sampleOrderMail(language, { status: 'cancelled' }),
    refunded: 34_500,
    isDisputed: false,
  }),
})
