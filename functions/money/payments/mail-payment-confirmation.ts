import { cardWords, displayAmount, loadOrderMail, type OrderMail, wordsOf } from '../fulfilment/order-mail.ts'
import { orderMailFrame } from '../fulfilment/order-mail-parts.ts'
import { sampleOrderMail } from '../fulfilment/sample-order-mail.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { paymentById } from './payment-rows.ts'
import { makeReturnToken, questionMs } from './return-token.ts'
import { bankAddress } from './return-address.ts'

type Confirmation = { mail: OrderMail; amount: number; url: string }

/**
 * Tells the customer that the bank asks for a confirmation of a charge, with a link that needs no log-in. Opening the
 * link confirms nothing. Not sent if the charge was confirmed or the request withdrawn.
 */
export const paymentConfirmationMail = mailTemplate<Confirmation>({
  load: async (ctx, { ref }) => {
    const [payment] = await paymentById(ctx.db, ref)
    if (payment?.status !== 'requires_action') return null
    const mail = await loadOrderMail(ctx, payment.order_id)
    if (!mail) return null
    const { program_id, id: order_id } = mail.order
    const token = await makeReturnToken(ctx.env, payment.id, ctx.now, questionMs)
    const url = bankAddress(ctx.siteOrigin, { program_id, order_id, payment_id: payment.id, token })
    return { mail: { ...mail, card: payment.card }, amount: payment.amount_total, url }
  },
  compose: ({ mail, amount, url }) => {
    const { confirmation } = wordsOf(mail)
    const sum = displayAmount(mail, amount)
    return {
      ...orderMailFrame(mail),
      subject: confirmation.subject(sum, mail.branding.name),
      heading: confirmation.heading,
      parts: [
        { type: 'paragraph', text: confirmation.lead(mail.branding.name, sum, cardWords(mail), mail.title) },
        { type: 'button', label: confirmation.open, url },
        { type: 'paragraph', text: confirmation.next },
      ],
    }
  },
  sample: (language) => ({
    mail: { ...sampleOrderMail(language), card: { brand: 'visa', last4: '3155' } },
    amount: 11_500,
    url: 'https://muster.example/confirm-payment/continue?t=sample',
  }),
})
