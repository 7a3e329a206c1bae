import { loadOrderMail, type OrderMail, wordsOf } from '../fulfilment/order-mail.ts'
import { orderButton, orderMailFrame, placeRows } from '../fulfilment/order-mail-parts.ts'
import { sampleOrderMail } from '../fulfilment/sample-order-mail.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'

/** Tells the customer that an offline order was not paid in time. Not sent if the order was reopened. */
export const orderExpiredMail = mailTemplate<OrderMail>({
  load: async (ctx, { ref }) => {
    const mail = await loadOrderMail(ctx, ref)
    return mail?.order.status === 'expired' ? mail : null
  },
  compose: (mail, site) => {
    const { expired } = wordsOf(mail)
    return {
      ...orderMailFrame(mail),
      subject: expired.subject(mail.title),
      heading: expired.heading,
      parts: [
        { type: 'paragraph', text: expired.lead(mail.branding.name, mail.places.length) },
        placeRows(mail.places),
        { type: 'paragraph', text: expired.again },
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) =>
    sampleOrderMail(language, { status: 'expired', checkout_method: 'offline', amount_paid: 0, amount_due: 68_818 }),
})
