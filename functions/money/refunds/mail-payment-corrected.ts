import { staffChangeWords } from '../../contract/sentences/staff-change-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { displayAmount, loadOrderMail, type OrderMail } from '../fulfilment/order-mail.ts'
import { orderButton, orderMailFrame } from '../fulfilment/order-mail-parts.ts'
import { sampleCancelledMail } from '../fulfilment/sample-order-mail.ts'
import { creditNoteParts } from '../fulfilment/sum-parts.ts'

type Corrected = DomainEvents['order.payment_corrected']

/** Tells the customer the corrected amount of an office payment, and what is due. */
export const paymentCorrectedMail = mailTemplate<{ mail: OrderMail; corrected: Corrected }>({
  load: async (ctx, { ref, body }) => {
    const mail = await loadOrderMail(ctx, ref)
    return mail && { mail, corrected: body as Corrected }
  },
  compose: ({ mail, corrected }, site) => {
    const words = staffChangeWords[mail.language].corrected
    const { name } = mail.branding
    const inMoney = (amount: number) => displayAmount(mail, amount)
    const { before, after, due } = corrected
    return {
      ...orderMailFrame(mail),
      subject: words.subject(name),
      heading: words.heading,
      parts: [
        { type: 'paragraph', text: words.lead(name, inMoney(before), inMoney(after)) },
        {
          type: 'rows',
          rows: [
            { label: words.before, value: inMoney(before) },
            { label: words.after, value: inMoney(after), strong: true },
            ...(due > 0 ? [{ label: words.due, value: inMoney(due) }] : []),
          ],
        },
        ...creditNoteParts(mail),
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) => ({
    mail: sampleCancelledMail(language, { status: 'paid' }),
    corrected: { before: 10_000, after: 8000, due: 2000 },
  }),
})
