import { displayAmount, loadOrderMail, type OrderMail, wordsOf } from '../fulfilment/order-mail.ts'
import { orderButton, orderMailFrame } from '../fulfilment/order-mail-parts.ts'
import { sampleOrderMail } from '../fulfilment/sample-order-mail.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { orderOfPayment, paymentById } from './payment-rows.ts'

/** Tells the customer that a payment arrived when nothing was due for its order, and is refunded. */
export const paymentReturnedMail = mailTemplate<{ mail: OrderMail; amount: number }>({
  load: async (ctx, { ref }) => {
    const [[ids], [payment]] = await ctx.db.batch([orderOfPayment(ctx.db, ref), paymentById(ctx.db, ref)])
    const mail = ids && payment ? await loadOrderMail(ctx, ids.order_id) : null
    return mail && payment ? { mail, amount: payment.amount_received } : null
  },
  compose: ({ mail, amount }, site) => {
    const { returned } = wordsOf(mail)
    const shown = displayAmount(mail, amount)
    const lead = mail.order.status === 'cancelled' ? returned.cancelled : returned.notDue
    return {
      ...orderMailFrame(mail),
      subject: returned.subject(shown, mail.branding.name),
      heading: returned.heading,
      parts: [
        { type: 'paragraph', text: lead(shown, mail.branding.name) },
        { type: 'paragraph', text: returned.next },
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) => ({ mail: sampleOrderMail(language, { status: 'cancelled' }), amount: 34_500 }),
})
