import { staffChangeWords } from '../../contract/sentences/staff-change-words.ts'
import { displayAmount, loadOrderMail, type OrderMail } from '../../money/fulfilment/order-mail.ts'
import { orderButton, orderMailFrame } from '../../money/fulfilment/order-mail-parts.ts'
import { sampleCancelledMail } from '../../money/fulfilment/sample-order-mail.ts'
import { refundRows } from '../../money/fulfilment/sum-parts.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { refundWords } from './mail-registration-cancelled.ts'

type Refunded = DomainEvents['order.refunded']

/** Tells the customer about a refund by the organisation's staff, with what was paid before and what remains. */
export const orderRefundedMail = mailTemplate<{ mail: OrderMail; refund: Refunded }>({
  load: async (ctx, { ref, body }) => {
    const mail = await loadOrderMail(ctx, ref)
    return mail && { mail, refund: body as Refunded }
  },
  compose: ({ mail, refund }, site) => {
    const words = staffChangeWords[mail.language].refunded
    const amount = displayAmount(mail, refund.amount)
    const { name } = mail.branding
    const isBooked = mail.places.some(({ status }) => status === 'confirmed')
    return {
      ...orderMailFrame(mail),
      subject: words.subject(amount, name),
      heading: words.heading(amount),
      parts: [
        { type: 'paragraph', text: words.lead(name, amount) },
        { type: 'paragraph', text: refundWords(mail, { result: 'automatic', ...refund }) },
        ...(isBooked ? [{ type: 'paragraph' as const, text: words.stays }] : []),
        ...refundRows(mail),
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) => ({
    mail: sampleCancelledMail(language, { status: 'paid' }),
    refund: { amount: 5000, destination: 'original_method', to_balance: 0 },
  }),
})
